// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

/// Holds the float that withdrawals are paid from. The signer, a key on the server, may only pay, each id only once,
/// whatever the server believes, and no more than the limits allow. The owner, a cold key, may pause it, set the limits,
/// replace the signer and take the float back.
contract Vault is Ownable2Step, Pausable {
    error OnlySigner();
    error AlreadyPaid(bytes32 id);
    error AbovePaymentLimit(uint256 amount, uint256 limit);
    error AboveDayLimit(uint256 amount, uint256 left);
    error NoSigner();

    event Paid(bytes32 indexed id, address indexed to, uint256 amount);
    event SignerChanged(address indexed signer);
    event LimitsChanged(uint256 perPayment, uint256 perDay);

    /// In units of the token. Zero is a limit like any other: nothing is paid.
    struct Limits {
        uint128 perPayment;
        uint128 perDay;
    }

    /// What was paid on one day, counted in UTC from 1 January 1970.
    struct DayTotal {
        uint64 day;
        uint192 paid;
    }

    IERC20 public immutable TOKEN;
    address public signer;
    Limits public limits;
    DayTotal public dayTotal;
    mapping(bytes32 id => bool) public isPaid;

    constructor(IERC20 token, address owner, address firstSigner, Limits memory firstLimits) Ownable(owner) {
        TOKEN = token;
        changeSigner(firstSigner);
        changeLimits(firstLimits);
    }

    function pay(bytes32 id, address to, uint256 amount) external whenNotPaused {
        if (msg.sender != signer) revert OnlySigner();
        if (isPaid[id]) revert AlreadyPaid(id);
        isPaid[id] = true;
        countWithinLimits(amount);
        emit Paid(id, to, amount);
        SafeERC20.safeTransfer(TOKEN, to, amount);
    }

    /// What was paid today counts towards the new limits as well.
    function setLimits(Limits calldata next) external onlyOwner {
        changeLimits(next);
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

    function countWithinLimits(uint256 amount) private {
        Limits memory allowed = limits;
        if (amount > allowed.perPayment) revert AbovePaymentLimit(amount, allowed.perPayment);
        DayTotal memory total = dayTotal;
        uint64 today = uint64(block.timestamp / 1 days);
        uint256 before = total.day == today ? total.paid : 0;
        // The owner may have set a limit below what was paid already.
        uint256 left = before < allowed.perDay ? allowed.perDay - before : 0;
        if (amount > left) revert AboveDayLimit(amount, left);
        dayTotal = DayTotal(today, uint192(before + amount));
    }

    function changeLimits(Limits memory next) private {
        limits = next;
        emit LimitsChanged(next.perPayment, next.perDay);
    }

    function changeSigner(address next) private {
        if (next == address(0)) revert NoSigner();
        signer = next;
        emit SignerChanged(next);
    }
}
