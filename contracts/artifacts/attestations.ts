// Written by `npm run compile` from src/Attestations.sol.
export const attestations = {
  "abi": [
    {
      "inputs": [
        {
          "internalType": "contract Vault",
          "name": "vault",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "treasury",
          "type": "address"
        }
      ],
      "stateMutability": "nonpayable",
      "type": "constructor"
    },
    {
      "inputs": [
        {
          "internalType": "uint64",
          "name": "epoch",
          "type": "uint64"
        },
        {
          "internalType": "uint64",
          "name": "latest",
          "type": "uint64"
        }
      ],
      "name": "EpochNotNew",
      "type": "error"
    },
    {
      "inputs": [],
      "name": "OnlySigner",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "uint8",
          "name": "bits",
          "type": "uint8"
        },
        {
          "internalType": "uint256",
          "name": "value",
          "type": "uint256"
        }
      ],
      "name": "SafeCastOverflowedUintDowncast",
      "type": "error"
    },
    {
      "inputs": [],
      "name": "SameAccount",
      "type": "error"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "uint64",
          "name": "epoch",
          "type": "uint64"
        },
        {
          "indexed": false,
          "internalType": "bytes32",
          "name": "root",
          "type": "bytes32"
        },
        {
          "indexed": false,
          "internalType": "uint64",
          "name": "total",
          "type": "uint64"
        },
        {
          "indexed": false,
          "internalType": "uint64",
          "name": "logSize",
          "type": "uint64"
        },
        {
          "indexed": false,
          "internalType": "bytes32",
          "name": "logRoot",
          "type": "bytes32"
        },
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "vaultBalance",
          "type": "uint256"
        },
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "treasuryBalance",
          "type": "uint256"
        }
      ],
      "name": "Posted",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "uint256",
          "name": "index",
          "type": "uint256"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "by",
          "type": "address"
        },
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "vaultBalance",
          "type": "uint256"
        },
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "treasuryBalance",
          "type": "uint256"
        }
      ],
      "name": "SnapshotTaken",
      "type": "event"
    },
    {
      "inputs": [],
      "name": "DECIMALS",
      "outputs": [
        {
          "internalType": "uint8",
          "name": "",
          "type": "uint8"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "TOKEN",
      "outputs": [
        {
          "internalType": "contract IERC20Metadata",
          "name": "",
          "type": "address"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "TREASURY",
      "outputs": [
        {
          "internalType": "address",
          "name": "",
          "type": "address"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "VAULT",
      "outputs": [
        {
          "internalType": "contract Vault",
          "name": "",
          "type": "address"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "uint64",
          "name": "epoch",
          "type": "uint64"
        }
      ],
      "name": "attestationOf",
      "outputs": [
        {
          "components": [
            {
              "internalType": "bytes32",
              "name": "root",
              "type": "bytes32"
            },
            {
              "internalType": "bytes32",
              "name": "logRoot",
              "type": "bytes32"
            },
            {
              "internalType": "uint64",
              "name": "total",
              "type": "uint64"
            },
            {
              "internalType": "uint64",
              "name": "logSize",
              "type": "uint64"
            },
            {
              "internalType": "uint64",
              "name": "time",
              "type": "uint64"
            },
            {
              "internalType": "uint128",
              "name": "vaultBalance",
              "type": "uint128"
            },
            {
              "internalType": "uint128",
              "name": "treasuryBalance",
              "type": "uint128"
            }
          ],
          "internalType": "struct Attestations.Attestation",
          "name": "",
          "type": "tuple"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "latest",
      "outputs": [
        {
          "internalType": "uint64",
          "name": "epoch",
          "type": "uint64"
        },
        {
          "internalType": "uint64",
          "name": "time",
          "type": "uint64"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "uint64",
          "name": "epoch",
          "type": "uint64"
        },
        {
          "internalType": "bytes32",
          "name": "root",
          "type": "bytes32"
        },
        {
          "internalType": "uint64",
          "name": "total",
          "type": "uint64"
        },
        {
          "internalType": "uint64",
          "name": "logSize",
          "type": "uint64"
        },
        {
          "internalType": "bytes32",
          "name": "logRoot",
          "type": "bytes32"
        }
      ],
      "name": "post",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "snapshot",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "snapshotCount",
      "outputs": [
        {
          "internalType": "uint256",
          "name": "",
          "type": "uint256"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "index",
          "type": "uint256"
        }
      ],
      "name": "snapshotOf",
      "outputs": [
        {
          "components": [
            {
              "internalType": "uint64",
              "name": "time",
              "type": "uint64"
            },
            {
              "internalType": "uint128",
              "name": "vaultBalance",
              "type": "uint128"
            },
            {
              "internalType": "uint128",
              "name": "treasuryBalance",
              "type": "uint128"
            }
          ],
          "internalType": "struct Attestations.Snapshot",
          "name": "",
          "type": "tuple"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    }
  ],
  "bytecode": "0x610100604052348015610010575f5ffd5b50604051610f02380380610f0283398101604081905261002f9161015f565b806001600160a01b0316826001600160a01b0316036100615760405163f2a1a85b60e01b815260040160405180910390fd5b816001600160a01b03166382bfefc86040518163ffffffff1660e01b8152600401602060405180830381865afa15801561009d573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906100c19190610197565b6001600160a01b03908116608081905283821660a05290821660c0526040805163313ce56760e01b8152905163313ce567916004808201926020929091908290030181865afa158015610116573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061013a91906101b9565b60ff1660e052506101d99050565b6001600160a01b038116811461015c575f5ffd5b50565b5f5f60408385031215610170575f5ffd5b825161017b81610148565b602084015190925061018c81610148565b809150509250929050565b5f602082840312156101a7575f5ffd5b81516101b281610148565b9392505050565b5f602082840312156101c9575f5ffd5b815160ff811681146101b2575f5ffd5b60805160a05160c05160e051610cd461022e5f395f61012401525f818160d80152610aef01525f81816101b6015281816105f20152610a1101525f818161023301528181610a410152610b1e0152610cd45ff3fe608060405234801561000f575f5ffd5b50600436106100b9575f3560e01c806352bfe789116100725780639711715a116100585780639711715a14610255578063a98b1f5c1461025f578063f4e31ca214610272575f5ffd5b806352bfe789146101d857806382bfefc81461022e575f5ffd5b80632e0f2625116100a25780632e0f26251461011f578063364e5ebe14610158578063411557d1146101b1575f5ffd5b8063098ab6a1146100bd5780632d2c5565146100d3575b5f5ffd5b6002546040519081526020015b60405180910390f35b6100fa7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016100ca565b6101467f000000000000000000000000000000000000000000000000000000000000000081565b60405160ff90911681526020016100ca565b61016b610166366004610bac565b6103ef565b60408051825167ffffffffffffffff1681526020808401516fffffffffffffffffffffffffffffffff9081169183019190915292820151909216908201526060016100ca565b6100fa7f000000000000000000000000000000000000000000000000000000000000000081565b5f805467ffffffffffffffff90811680835260016020526040909220600201547001000000000000000000000000000000009004166040805167ffffffffffffffff9384168152929091166020830152016100ca565b6100fa7f000000000000000000000000000000000000000000000000000000000000000081565b61025d610484565b005b61025d61026d366004610bdf565b6105f0565b610358610280366004610c30565b6040805160e0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c08101919091525067ffffffffffffffff9081165f90815260016020818152604092839020835160e081018552815481529281015491830191909152600281015480851693830193909352680100000000000000008304841660608301527001000000000000000000000000000000009283900490931660808201526003909201546fffffffffffffffffffffffffffffffff80821660a08501529190041660c082015290565b6040516100ca91905f60e082019050825182526020830151602083015267ffffffffffffffff604084015116604083015267ffffffffffffffff606084015116606083015267ffffffffffffffff60808401511660808301526fffffffffffffffffffffffffffffffff60a08401511660a08301526fffffffffffffffffffffffffffffffff60c08401511660c083015292915050565b604080516060810182525f80825260208201819052918101919091526002828154811061041e5761041e610c50565b5f918252602091829020604080516060810182526002909302909101805467ffffffffffffffff811684526fffffffffffffffffffffffffffffffff68010000000000000000909104811694840194909452600101549092169181019190915292915050565b5f5f61048e6109d4565b600254604080516fffffffffffffffffffffffffffffffff808616825284166020820152939550919350339290917fc968482007ae269c09b2b2de8a5311d410751a1b1290d738db9d7ced60d068ff910160405180910390a36040805160608101825267ffffffffffffffff42811682526fffffffffffffffffffffffffffffffff94851660208301908152938516928201928352600280546001810182555f829052925192027f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace810180549551871668010000000000000000027fffffffffffffffff000000000000000000000000000000000000000000000000909616939092169290921793909317909255517f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5acf9091018054919092167fffffffffffffffffffffffffffffffff00000000000000000000000000000000909116179055565b7f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff1663238ac9336040518163ffffffff1660e01b8152600401602060405180830381865afa158015610659573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061067d9190610c7d565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16146106e1576040517f813daa5000000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5467ffffffffffffffff90811690861611610745575f546040517f86e6b1e800000000000000000000000000000000000000000000000000000000815267ffffffffffffffff808816600483015290911660248201526044015b60405180910390fd5b5f80547fffffffffffffffffffffffffffffffffffffffffffffffff00000000000000001667ffffffffffffffff8716178155806107816109d4565b915091506040518060e001604052808781526020018481526020018667ffffffffffffffff1681526020018567ffffffffffffffff1681526020014267ffffffffffffffff168152602001836fffffffffffffffffffffffffffffffff168152602001826fffffffffffffffffffffffffffffffff1681525060015f8967ffffffffffffffff1667ffffffffffffffff1681526020019081526020015f205f820151815f0155602082015181600101556040820151816002015f6101000a81548167ffffffffffffffff021916908367ffffffffffffffff16021790555060608201518160020160086101000a81548167ffffffffffffffff021916908367ffffffffffffffff16021790555060808201518160020160106101000a81548167ffffffffffffffff021916908367ffffffffffffffff16021790555060a0820151816003015f6101000a8154816fffffffffffffffffffffffffffffffff02191690836fffffffffffffffffffffffffffffffff16021790555060c08201518160030160106101000a8154816fffffffffffffffffffffffffffffffff02191690836fffffffffffffffffffffffffffffffff1602179055509050508667ffffffffffffffff167fbb4a06459cb341cc389469db82f0e61cf799968fd6ab9cd045cd79e70ed277308787878787876040516109c39695949392919095865267ffffffffffffffff948516602087015292909316604085015260608401526fffffffffffffffffffffffffffffffff91821660808401521660a082015260c00190565b60405180910390a250505050505050565b6040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000811660048301525f918291610ab2917f0000000000000000000000000000000000000000000000000000000000000000909116906370a08231906024015b602060405180830381865afa158015610a89573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610aad9190610cb0565b610b53565b6040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000081166004830152919350610b4d917f000000000000000000000000000000000000000000000000000000000000000016906370a0823190602401610a6e565b90509091565b5f6fffffffffffffffffffffffffffffffff821115610ba8576040517f6dfcc650000000000000000000000000000000000000000000000000000000008152608060048201526024810183905260440161073c565b5090565b5f60208284031215610bbc575f5ffd5b5035919050565b803567ffffffffffffffff81168114610bda575f5ffd5b919050565b5f5f5f5f5f60a08688031215610bf3575f5ffd5b610bfc86610bc3565b945060208601359350610c1160408701610bc3565b9250610c1f60608701610bc3565b949793965091946080013592915050565b5f60208284031215610c40575f5ffd5b610c4982610bc3565b9392505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f60208284031215610c8d575f5ffd5b815173ffffffffffffffffffffffffffffffffffffffff81168114610c49575f5ffd5b5f60208284031215610cc0575f5ffd5b505191905056fea164736f6c6343000825000a"
} as const
