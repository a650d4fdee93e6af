// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// Answers like the sanctions oracles of real chains.
contract SanctionsList {
    mapping(address => bool) private sanctioned;

    function set(address subject, bool isListed) external {
        sanctioned[subject] = isListed;
    }

    function isSanctioned(address subject) external view returns (bool) {
        return sanctioned[subject];
    }
}
