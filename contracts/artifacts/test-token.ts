// Written by `npm run compile` from src/testing/TestToken.sol.
export const testToken = {
  "abi": [
    {
      "inputs": [
        {
          "internalType": "string",
          "name": "name",
          "type": "string"
        },
        {
          "internalType": "string",
          "name": "symbol",
          "type": "string"
        }
      ],
      "stateMutability": "nonpayable",
      "type": "constructor"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "spender",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "allowance",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "needed",
          "type": "uint256"
        }
      ],
      "name": "ERC20InsufficientAllowance",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "sender",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "balance",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "needed",
          "type": "uint256"
        }
      ],
      "name": "ERC20InsufficientBalance",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "approver",
          "type": "address"
        }
      ],
      "name": "ERC20InvalidApprover",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "receiver",
          "type": "address"
        }
      ],
      "name": "ERC20InvalidReceiver",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "sender",
          "type": "address"
        }
      ],
      "name": "ERC20InvalidSender",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "spender",
          "type": "address"
        }
      ],
      "name": "ERC20InvalidSpender",
      "type": "error"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "address",
          "name": "owner",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "spender",
          "type": "address"
        },
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "value",
          "type": "uint256"
        }
      ],
      "name": "Approval",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "address",
          "name": "from",
          "type": "address"
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
          "name": "value",
          "type": "uint256"
        }
      ],
      "name": "Transfer",
      "type": "event"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "owner",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "spender",
          "type": "address"
        }
      ],
      "name": "allowance",
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
          "internalType": "address",
          "name": "spender",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "value",
          "type": "uint256"
        }
      ],
      "name": "approve",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "account",
          "type": "address"
        }
      ],
      "name": "balanceOf",
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
      "inputs": [],
      "name": "decimals",
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
      "inputs": [
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
      "name": "mint",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "name",
      "outputs": [
        {
          "internalType": "string",
          "name": "",
          "type": "string"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "symbol",
      "outputs": [
        {
          "internalType": "string",
          "name": "",
          "type": "string"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "totalSupply",
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
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "value",
          "type": "uint256"
        }
      ],
      "name": "transfer",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "from",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "value",
          "type": "uint256"
        }
      ],
      "name": "transferFrom",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address[]",
          "name": "recipients",
          "type": "address[]"
        },
        {
          "internalType": "uint256[]",
          "name": "amounts",
          "type": "uint256[]"
        }
      ],
      "name": "transferMany",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "first",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "second",
          "type": "uint256"
        }
      ],
      "name": "transferTwice",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    }
  ],
  "bytecode": "0x608060405234801561000f575f5ffd5b50604051610e47380380610e4783398101604081905261002e916100f0565b8181600361003c83826101e4565b50600461004982826101e4565b50505050506102a2565b634e487b7160e01b5f52604160045260245ffd5b5f82601f830112610076575f5ffd5b81516001600160401b0381111561008f5761008f610053565b604051601f8201601f19908116603f011681016001600160401b03811182821017156100bd576100bd610053565b6040528181528382016020018510156100d4575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b5f5f60408385031215610101575f5ffd5b82516001600160401b03811115610116575f5ffd5b61012285828601610067565b602085015190935090506001600160401b0381111561013f575f5ffd5b61014b85828601610067565b9150509250929050565b600181811c9082168061016957607f821691505b60208210810361018757634e487b7160e01b5f52602260045260245ffd5b50919050565b601f8211156101df57828211156101df57805f5260205f20601f840160051c60208510156101b857505f5b90810190601f840160051c035f5b818110156101db575f838201556001016101c6565b5050505b505050565b81516001600160401b038111156101fd576101fd610053565b6102118161020b8454610155565b8461018d565b6020601f821160018114610243575f831561022c5750848201515b5f19600385901b1c1916600184901b17845561029b565b5f84815260208120601f198516915b828110156102725787850151825560209485019460019092019101610252565b508482101561028f57868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b610b98806102af5f395ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c806370a082311161007d578063b7fc661211610058578063b7fc6612146101ad578063dd62ed3e146101c0578063f5e3eb7f14610205575f5ffd5b806370a082311461015d57806395d89b4114610192578063a9059cbb1461019a575f5ffd5b806323b872dd116100ad57806323b872dd14610126578063313ce5671461013957806340c10f1914610148575f5ffd5b806306fdde03146100d3578063095ea7b3146100f157806318160ddd14610114575b5f5ffd5b6100db610218565b6040516100e891906108c3565b60405180910390f35b6101046100ff36600461093e565b6102a8565b60405190151581526020016100e8565b6002545b6040519081526020016100e8565b610104610134366004610966565b6102c1565b604051601281526020016100e8565b61015b61015636600461093e565b6102e4565b005b61011861016b3660046109a0565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b6100db6102f2565b6101046101a836600461093e565b610301565b61015b6101bb366004610a08565b61030e565b6101186101ce366004610a74565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b61015b610213366004610aa5565b6103de565b60606003805461022790610ad5565b80601f016020809104026020016040519081016040528092919081815260200182805461025390610ad5565b801561029e5780601f106102755761010080835404028352916020019161029e565b820191905f5260205f20905b81548152906001019060200180831161028157829003601f168201915b5050505050905090565b5f336102b58185856103f9565b60019150505b92915050565b5f336102ce858285610406565b6102d98585856104d4565b506001949350505050565b6102ee828261057d565b5050565b60606004805461022790610ad5565b5f336102b58185856104d4565b82811461037c576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601c60248201527f616e20616d6f756e7420666f72206561636820726563697069656e740000000060448201526064015b60405180910390fd5b5f5b838110156103d7576103cf3386868481811061039c5761039c610b26565b90506020020160208101906103b191906109a0565b8585858181106103c3576103c3610b26565b905060200201356104d4565b60010161037e565b5050505050565b6103e93384846104d4565b6103f43384836104d4565b505050565b6103f483838360016105d7565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8110156104ce57818110156104c0576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024810182905260448101839052606401610373565b6104ce84848484035f6105d7565b50505050565b73ffffffffffffffffffffffffffffffffffffffff8316610523576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610373565b73ffffffffffffffffffffffffffffffffffffffff8216610572576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610373565b6103f483838361071c565b73ffffffffffffffffffffffffffffffffffffffff82166105cc576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610373565b6102ee5f838361071c565b73ffffffffffffffffffffffffffffffffffffffff8416610626576040517fe602df050000000000000000000000000000000000000000000000000000000081525f6004820152602401610373565b73ffffffffffffffffffffffffffffffffffffffff8316610675576040517f94280d620000000000000000000000000000000000000000000000000000000081525f6004820152602401610373565b73ffffffffffffffffffffffffffffffffffffffff8085165f90815260016020908152604080832093871683529290522082905580156104ce578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b9258460405161070e91815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316610753578060025f8282546107489190610b53565b909155506108039050565b73ffffffffffffffffffffffffffffffffffffffff83165f90815260208190526040902054818110156107d8576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810182905260448101839052606401610373565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff821661082c57600280548290039055610857565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef836040516108b691815260200190565b60405180910390a3505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b803573ffffffffffffffffffffffffffffffffffffffff81168114610939575f5ffd5b919050565b5f5f6040838503121561094f575f5ffd5b61095883610916565b946020939093013593505050565b5f5f5f60608486031215610978575f5ffd5b61098184610916565b925061098f60208501610916565b929592945050506040919091013590565b5f602082840312156109b0575f5ffd5b6109b982610916565b9392505050565b5f5f83601f8401126109d0575f5ffd5b50813567ffffffffffffffff8111156109e7575f5ffd5b6020830191508360208260051b8501011115610a01575f5ffd5b9250929050565b5f5f5f5f60408587031215610a1b575f5ffd5b843567ffffffffffffffff811115610a31575f5ffd5b610a3d878288016109c0565b909550935050602085013567ffffffffffffffff811115610a5c575f5ffd5b610a68878288016109c0565b95989497509550505050565b5f5f60408385031215610a85575f5ffd5b610a8e83610916565b9150610a9c60208401610916565b90509250929050565b5f5f5f60608486031215610ab7575f5ffd5b610ac084610916565b95602085013595506040909401359392505050565b600181811c90821680610ae957607f821691505b602082108103610b20577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b808201808211156102bb577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffdfea164736f6c6343000825000a"
} as const
