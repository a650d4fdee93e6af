// Written by `npm run compile` from src/Vault.sol.
export const vault = {
  "abi": [
    {
      "inputs": [
        {
          "internalType": "contract IERC20",
          "name": "token",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "owner",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "firstSigner",
          "type": "address"
        },
        {
          "components": [
            {
              "internalType": "uint128",
              "name": "perPayment",
              "type": "uint128"
            },
            {
              "internalType": "uint128",
              "name": "perDay",
              "type": "uint128"
            }
          ],
          "internalType": "struct Vault.Limits",
          "name": "firstLimits",
          "type": "tuple"
        }
      ],
      "stateMutability": "nonpayable",
      "type": "constructor"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "amount",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "left",
          "type": "uint256"
        }
      ],
      "name": "AboveDayLimit",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "amount",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "limit",
          "type": "uint256"
        }
      ],
      "name": "AbovePaymentLimit",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "bytes32",
          "name": "id",
          "type": "bytes32"
        }
      ],
      "name": "AlreadyPaid",
      "type": "error"
    },
    {
      "inputs": [],
      "name": "EnforcedPause",
      "type": "error"
    },
    {
      "inputs": [],
      "name": "ExpectedPause",
      "type": "error"
    },
    {
      "inputs": [],
      "name": "NoSigner",
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
          "internalType": "address",
          "name": "owner",
          "type": "address"
        }
      ],
      "name": "OwnableInvalidOwner",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "account",
          "type": "address"
        }
      ],
      "name": "OwnableUnauthorizedAccount",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "token",
          "type": "address"
        }
      ],
      "name": "SafeERC20FailedOperation",
      "type": "error"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "perPayment",
          "type": "uint256"
        },
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "perDay",
          "type": "uint256"
        }
      ],
      "name": "LimitsChanged",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "address",
          "name": "previousOwner",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "newOwner",
          "type": "address"
        }
      ],
      "name": "OwnershipTransferStarted",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "address",
          "name": "previousOwner",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "newOwner",
          "type": "address"
        }
      ],
      "name": "OwnershipTransferred",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "bytes32",
          "name": "id",
          "type": "bytes32"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "amount",
          "type": "uint256"
        }
      ],
      "name": "Paid",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": false,
          "internalType": "address",
          "name": "account",
          "type": "address"
        }
      ],
      "name": "Paused",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "address",
          "name": "signer",
          "type": "address"
        }
      ],
      "name": "SignerChanged",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": false,
          "internalType": "address",
          "name": "account",
          "type": "address"
        }
      ],
      "name": "Unpaused",
      "type": "event"
    },
    {
      "inputs": [],
      "name": "TOKEN",
      "outputs": [
        {
          "internalType": "contract IERC20",
          "name": "",
          "type": "address"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "acceptOwnership",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "dayTotal",
      "outputs": [
        {
          "internalType": "uint64",
          "name": "day",
          "type": "uint64"
        },
        {
          "internalType": "uint192",
          "name": "paid",
          "type": "uint192"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "bytes32",
          "name": "id",
          "type": "bytes32"
        }
      ],
      "name": "isPaid",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "limits",
      "outputs": [
        {
          "internalType": "uint128",
          "name": "perPayment",
          "type": "uint128"
        },
        {
          "internalType": "uint128",
          "name": "perDay",
          "type": "uint128"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "owner",
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
      "name": "pause",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "paused",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "bytes32",
          "name": "id",
          "type": "bytes32"
        },
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "amount",
          "type": "uint256"
        }
      ],
      "name": "pay",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "pendingOwner",
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
      "name": "renounceOwnership",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "components": [
            {
              "internalType": "uint128",
              "name": "perPayment",
              "type": "uint128"
            },
            {
              "internalType": "uint128",
              "name": "perDay",
              "type": "uint128"
            }
          ],
          "internalType": "struct Vault.Limits",
          "name": "next",
          "type": "tuple"
        }
      ],
      "name": "setLimits",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "next",
          "type": "address"
        }
      ],
      "name": "setSigner",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "signer",
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
      "inputs": [
        {
          "internalType": "address",
          "name": "newOwner",
          "type": "address"
        }
      ],
      "name": "transferOwnership",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "unpause",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "contract IERC20",
          "name": "token",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "amount",
          "type": "uint256"
        }
      ],
      "name": "withdraw",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    }
  ],
  "bytecode": "0x60a060405234801561000f575f5ffd5b5060405161121c38038061121c83398101604081905261002e916101f8565b826001600160a01b03811661005c57604051631e4fbdf760e01b81525f600482015260240160405180910390fd5b6100658161008e565b506001600160a01b03841660805261007c826100aa565b6100858161011a565b505050506102a8565b600180546001600160a01b03191690556100a78161017a565b50565b6001600160a01b0381166100d1576040516322fa6de160e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0383169081179091556040517f5719a5656c5cfdaafa148ecf366fd3b0a7fae06449ce2a46225977fb7417e29d905f90a250565b80516020808301516001600160801b03928316600160801b93909116928302811760035560408051918252918101929092527fab1a2e99a7a60d154f951a42eca140d755f93d41ccfca4b6f7d5e521b64bee86910160405180910390a150565b5f80546001600160a01b038381166001600160a01b0319831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b6001600160a01b03811681146100a7575f5ffd5b80516001600160801b03811681146101f3575f5ffd5b919050565b5f5f5f5f84860360a081121561020c575f5ffd5b8551610217816101c9565b6020870151909550610228816101c9565b6040870151909450610239816101c9565b92506040605f198201121561024c575f5ffd5b50604080519081016001600160401b038111828210171561027b57634e487b7160e01b5f52604160045260245ffd5b60405261028a606087016101dd565b8152610298608087016101dd565b6020820152939692955090935050565b608051610f556102c75f395f818161023901526105620152610f555ff3fe608060405234801561000f575f5ffd5b5060043610610115575f3560e01c80638456cb59116100ad578063d9caed121161007d578063e902b70c11610063578063e902b70c14610321578063f2fde38b14610334578063feef664014610347575f5ffd5b8063d9caed12146102f0578063e30c397814610303575f5ffd5b80638456cb591461025b578063860aefcf146102635780638da5cb5b146102c057806397d4df67146102dd575f5ffd5b80636c19e783116100e85780636c19e78314610211578063715018a61461022457806379ba50971461022c57806382bfefc814610234575f5ffd5b80631b0d83a314610119578063238ac933146101935780633f4ba83a146101d85780635c975abb146101e2575b5f5ffd5b6004546101559067ffffffffffffffff81169068010000000000000000900477ffffffffffffffffffffffffffffffffffffffffffffffff1682565b6040805167ffffffffffffffff909316835277ffffffffffffffffffffffffffffffffffffffffffffffff9091166020830152015b60405180910390f35b6002546101b39073ffffffffffffffffffffffffffffffffffffffff1681565b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200161018a565b6101e0610369565b005b60015474010000000000000000000000000000000000000000900460ff165b604051901515815260200161018a565b6101e061021f366004610d5f565b61037b565b6101e061038f565b6101e06103a0565b6101b37f000000000000000000000000000000000000000000000000000000000000000081565b6101e0610419565b600354610297906fffffffffffffffffffffffffffffffff8082169170010000000000000000000000000000000090041682565b604080516fffffffffffffffffffffffffffffffff93841681529290911660208301520161018a565b5f5473ffffffffffffffffffffffffffffffffffffffff166101b3565b6101e06102eb366004610d81565b610429565b6101e06102fe366004610db6565b61058d565b60015473ffffffffffffffffffffffffffffffffffffffff166101b3565b6101e061032f366004610de3565b6105a0565b6101e0610342366004610d5f565b6105bf565b610201610355366004610dfc565b60056020525f908152604090205460ff1681565b61037161066e565b6103796106c0565b565b61038361066e565b61038c8161073d565b50565b61039761066e565b6103795f6107f8565b600154339073ffffffffffffffffffffffffffffffffffffffff168114610410576040517f118cdaa700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff821660048201526024015b60405180910390fd5b61038c816107f8565b61042161066e565b610379610829565b610431610898565b60025473ffffffffffffffffffffffffffffffffffffffff163314610482576040517f813daa5000000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8381526005602052604090205460ff16156104cd576040517ff4b76a0e00000000000000000000000000000000000000000000000000000000815260048101849052602401610407565b5f83815260056020526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016600117905561050c816108ed565b8173ffffffffffffffffffffffffffffffffffffffff16837f606160394df2742a67735645b7e783304d61d2dbc5b550e8c6acfaf27b6291d78360405161055591815260200190565b60405180910390a36105887f00000000000000000000000000000000000000000000000000000000000000008383610b1d565b505050565b61059561066e565b610588838383610b1d565b6105a861066e565b61038c6105ba36839003830183610e37565b610b78565b6105c761066e565b6001805473ffffffffffffffffffffffffffffffffffffffff83167fffffffffffffffffffffffff000000000000000000000000000000000000000090911681179091556106295f5473ffffffffffffffffffffffffffffffffffffffff1690565b73ffffffffffffffffffffffffffffffffffffffff167f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e2270060405160405180910390a350565b5f5473ffffffffffffffffffffffffffffffffffffffff163314610379576040517f118cdaa7000000000000000000000000000000000000000000000000000000008152336004820152602401610407565b6106c8610bee565b600180547fffffffffffffffffffffff00ffffffffffffffffffffffffffffffffffffffff1690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200160405180910390a1565b73ffffffffffffffffffffffffffffffffffffffff811661078a576040517f45f4dbc200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600280547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff83169081179091556040517f5719a5656c5cfdaafa148ecf366fd3b0a7fae06449ce2a46225977fb7417e29d905f90a250565b600180547fffffffffffffffffffffffff000000000000000000000000000000000000000016905561038c81610c42565b610831610898565b600180547fffffffffffffffffffffff00ffffffffffffffffffffffffffffffffffffffff16740100000000000000000000000000000000000000001790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a2586107133390565b60015474010000000000000000000000000000000000000000900460ff1615610379576040517fd93c066500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b604080518082019091526003546fffffffffffffffffffffffffffffffff8082168084527001000000000000000000000000000000009092041660208301528211156109835780516040517fd3941d83000000000000000000000000000000000000000000000000000000008152600481018490526fffffffffffffffffffffffffffffffff9091166024820152604401610407565b6040805180820190915260045467ffffffffffffffff8116825268010000000000000000900477ffffffffffffffffffffffffffffffffffffffffffffffff1660208201525f6109d66201518042610ee4565b90505f8167ffffffffffffffff16835f015167ffffffffffffffff16146109fd575f610a03565b82602001515b77ffffffffffffffffffffffffffffffffffffffffffffffff1690505f84602001516fffffffffffffffffffffffffffffffff168210610a43575f610a65565b8185602001516fffffffffffffffffffffffffffffffff16610a659190610f1c565b905080861115610aab576040517fc474d7950000000000000000000000000000000000000000000000000000000081526004810187905260248101829052604401610407565b60405180604001604052808467ffffffffffffffff1681526020018784610ad29190610f35565b77ffffffffffffffffffffffffffffffffffffffffffffffff908116909152815160209092015116680100000000000000000267ffffffffffffffff90911617600455505050505050565b610b2a8383836001610cb6565b610588576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602401610407565b80516020808301516fffffffffffffffffffffffffffffffff92831670010000000000000000000000000000000093909116928302811760035560408051918252918101929092527fab1a2e99a7a60d154f951a42eca140d755f93d41ccfca4b6f7d5e521b64bee86910160405180910390a150565b60015474010000000000000000000000000000000000000000900460ff16610379576040517f8dfc202b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f805473ffffffffffffffffffffffffffffffffffffffff8381167fffffffffffffffffffffffff0000000000000000000000000000000000000000831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f51148316610d32578383151615610d26573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b73ffffffffffffffffffffffffffffffffffffffff8116811461038c575f5ffd5b5f60208284031215610d6f575f5ffd5b8135610d7a81610d3e565b9392505050565b5f5f5f60608486031215610d93575f5ffd5b833592506020840135610da581610d3e565b929592945050506040919091013590565b5f5f5f60608486031215610dc8575f5ffd5b8335610dd381610d3e565b92506020840135610da581610d3e565b5f6040828403128015610df4575f5ffd5b509092915050565b5f60208284031215610e0c575f5ffd5b5035919050565b80356fffffffffffffffffffffffffffffffff81168114610e32575f5ffd5b919050565b5f6040828403128015610e48575f5ffd5b506040805190810167ffffffffffffffff81118282101715610e91577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b604052610e9d83610e13565b8152610eab60208401610e13565b60208201529392505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f82610f17577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b81810381811115610f2f57610f2f610eb7565b92915050565b80820180821115610f2f57610f2f610eb756fea164736f6c6343000825000a"
} as const
