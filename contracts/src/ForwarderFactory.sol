// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Forwarder} from "./Forwarder.sol";

/// Deploys and empties deposit addresses. Anybody may call it, because nobody can gain from it: the treasury is part
/// of every address, so another treasury has other addresses. It has no owner, and nothing in it can change.
contract ForwarderFactory {
    address public immutable IMPLEMENTATION = address(new Forwarder());

    /// The deposit address `index` of `treasury`, deployed or not.
    function addressOf(address treasury, uint256 index) public view returns (address) {
        return Clones.predictDeterministicAddress(IMPLEMENTATION, saltOf(treasury, index));
    }

    /// Moves what these addresses hold to their treasury. Empty ones cost next to nothing.
    function sweep(IERC20 token, address treasury, uint256[] calldata indices) external {
        for (uint256 i = 0; i < indices.length; ++i) {
            if (token.balanceOf(addressOf(treasury, indices[i])) == 0) continue;
            forwarderOf(treasury, indices[i]).flush(token, treasury);
        }
    }

    function sweepCoin(address payable treasury, uint256[] calldata indices) external {
        for (uint256 i = 0; i < indices.length; ++i) {
            if (addressOf(treasury, indices[i]).balance == 0) continue;
            forwarderOf(treasury, indices[i]).flushCoin(treasury);
        }
    }

    function forwarderOf(address treasury, uint256 index) private returns (Forwarder) {
        address place = addressOf(treasury, index);
        if (place.code.length == 0) Clones.cloneDeterministic(IMPLEMENTATION, saltOf(treasury, index));
        return Forwarder(place);
    }

    function saltOf(address treasury, uint256 index) private pure returns (bytes32) {
        return keccak256(abi.encode(treasury, index));
    }
}
