// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// Logs transfers that never happened, or returns false and does nothing.
contract LyingToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;
    uint8 public constant decimals = 18;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
