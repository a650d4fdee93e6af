// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// What stands at a deposit address, as a minimal proxy. It obeys its factory only, and the factory can send what
/// it holds to one place only: the treasury that the address was computed from.
contract Forwarder {
    error OnlyFactory();

    address private immutable FACTORY = msg.sender;

    modifier onlyFactory() {
        if (msg.sender != FACTORY) revert OnlyFactory();
        _;
    }

    function flush(IERC20 token, address treasury) external onlyFactory {
        SafeERC20.safeTransfer(token, treasury, token.balanceOf(address(this)));
    }

    /// The native coin is no deposit, but what was sent here by mistake is not lost.
    function flushCoin(address payable treasury) external onlyFactory {
        Address.sendValue(treasury, address(this).balance);
    }
}
