// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Keeps a tenth of every transfer, and says so in its logs.
contract FeeToken is ERC20("Fee Token", "FEE") {
    address private immutable COLLECTOR = msg.sender;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        bool isPlain = from == address(0) || to == address(0);
        uint256 fee = isPlain ? 0 : amount / 10;
        if (fee > 0) super._update(from, COLLECTOR, fee);
        super._update(from, to, amount - fee);
    }
}
