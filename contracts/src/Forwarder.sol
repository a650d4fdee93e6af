// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// The code at a deposit address, behind a minimal proxy. Only its factory may call it, and the factory can send what
/// it holds only to the treasury that the address was computed from.
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

    /// The native coin is not a deposit, but coins sent here by mistake are not lost.
    function flushCoin(address payable treasury) external onlyFactory {
        Address.sendValue(treasury, address(this).balance);
    }
}
