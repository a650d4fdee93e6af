// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Worth nothing: anybody can make any amount of it. For the local chain and for test networks.
contract TestToken is ERC20 {
    constructor(string memory name, string memory symbol) ERC20(name, symbol) {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// Two payments in one transaction, as exchanges make them.
    function transferTwice(address to, uint256 first, uint256 second) external {
        _transfer(msg.sender, to, first);
        _transfer(msg.sender, to, second);
    }

    /// Many payments in one transaction, as exchanges pay many of their customers at once.
    function transferMany(address[] calldata recipients, uint256[] calldata amounts) external {
        require(recipients.length == amounts.length, "an amount for each recipient");
        for (uint256 index = 0; index < recipients.length; index++) {
            _transfer(msg.sender, recipients[index], amounts[index]);
        }
    }
}
