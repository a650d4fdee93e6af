// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

/// Holds the float that withdrawals are paid from. The signer, a key on the server, may only pay, and each id only
/// once, whatever the server believes. The owner, a cold key, may pause it, replace the signer and take the float back.
contract Vault is Ownable2Step, Pausable {
    error OnlySigner();
    error AlreadyPaid(bytes32 id);
    error NoSigner();

    event Paid(bytes32 indexed id, address indexed to, uint256 amount);
    event SignerChanged(address indexed signer);

    IERC20 public immutable TOKEN;
    address public signer;
    mapping(bytes32 id => bool) public isPaid;

    constructor(IERC20 token, address owner, address firstSigner) Ownable(owner) {
        TOKEN = token;
        changeSigner(firstSigner);
    }

    function pay(bytes32 id, address to, uint256 amount) external whenNotPaused {
        if (msg.sender != signer) revert OnlySigner();
        if (isPaid[id]) revert AlreadyPaid(id);
        isPaid[id] = true;
        emit Paid(id, to, amount);
        SafeERC20.safeTransfer(TOKEN, to, amount);
    }

    function setSigner(address next) external onlyOwner {
        changeSigner(next);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// Works while paused, too, so that the float can be saved first if a key is stolen.
    function withdraw(IERC20 token, address to, uint256 amount) external onlyOwner {
        SafeERC20.safeTransfer(token, to, amount);
    }

    function changeSigner(address next) private {
        if (next == address(0)) revert NoSigner();
        signer = next;
        emit SignerChanged(next);
    }
}
