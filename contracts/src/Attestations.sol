// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Vault} from "./Vault.sol";

/// Keeps what the books claimed to owe beside what vault and treasury held at that moment, which it reads itself. It has
/// no owner, and what was posted never changes. Only the vault's signer may post.
contract Attestations {
    error OnlySigner();
    error EpochNotNew(uint64 epoch, uint64 latest);
    error SameAccount();

    /// `total` counts units of $0.00001, the balances the token's own units.
    event Posted(
        uint64 indexed epoch,
        bytes32 root,
        uint64 total,
        uint64 logSize,
        bytes32 logRoot,
        uint256 vaultBalance,
        uint256 treasuryBalance
    );
    event SnapshotTaken(uint256 indexed index, address indexed by, uint256 vaultBalance, uint256 treasuryBalance);

    struct Attestation {
        bytes32 root;
        bytes32 logRoot;
        uint64 total;
        uint64 logSize;
        uint64 time;
        uint128 vaultBalance;
        uint128 treasuryBalance;
    }

    struct Snapshot {
        uint64 time;
        uint128 vaultBalance;
        uint128 treasuryBalance;
    }

    IERC20Metadata public immutable TOKEN;
    Vault public immutable VAULT;
    address public immutable TREASURY;
    uint8 public immutable DECIMALS;
    uint64 private latestEpoch;
    mapping(uint64 epoch => Attestation) private attestations;
    Snapshot[] private snapshots;

    /// One account must not be counted twice.
    constructor(Vault vault, address treasury) {
        if (address(vault) == treasury) revert SameAccount();
        TOKEN = IERC20Metadata(address(vault.TOKEN()));
        VAULT = vault;
        TREASURY = treasury;
        DECIMALS = TOKEN.decimals();
    }

    function post(uint64 epoch, bytes32 root, uint64 total, uint64 logSize, bytes32 logRoot) external {
        if (msg.sender != VAULT.signer()) revert OnlySigner();
        if (epoch <= latestEpoch) revert EpochNotNew(epoch, latestEpoch);
        latestEpoch = epoch;
        (uint128 vaultBalance, uint128 treasuryBalance) = balances();
        attestations[epoch] =
            Attestation(root, logRoot, total, logSize, uint64(block.timestamp), vaultBalance, treasuryBalance);
        emit Posted(epoch, root, total, logSize, logRoot, vaultBalance, treasuryBalance);
    }

    /// Anybody may look at any moment, so that no date can be dressed up for.
    function snapshot() external {
        (uint128 vaultBalance, uint128 treasuryBalance) = balances();
        emit SnapshotTaken(snapshots.length, msg.sender, vaultBalance, treasuryBalance);
        snapshots.push(Snapshot(uint64(block.timestamp), vaultBalance, treasuryBalance));
    }

    /// All zero if there is none.
    function attestationOf(uint64 epoch) external view returns (Attestation memory) {
        return attestations[epoch];
    }

    /// The newest epoch and when it was posted.
    function latest() external view returns (uint64 epoch, uint64 time) {
        return (latestEpoch, attestations[latestEpoch].time);
    }

    function snapshotOf(uint256 index) external view returns (Snapshot memory) {
        return snapshots[index];
    }

    function snapshotCount() external view returns (uint256) {
        return snapshots.length;
    }

    function balances() private view returns (uint128 vaultBalance, uint128 treasuryBalance) {
        vaultBalance = SafeCast.toUint128(TOKEN.balanceOf(address(VAULT)));
        treasuryBalance = SafeCast.toUint128(TOKEN.balanceOf(TREASURY));
    }
}
