// Written by `npm run compile` from src/testing/LyingToken.sol.
export const lyingToken = {
  "abi": [
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
          "name": "",
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
      "name": "pretend",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "",
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
      "stateMutability": "pure",
      "type": "function"
    }
  ],
  "bytecode": "0x6080604052348015600e575f5ffd5b5061029f8061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610064575f3560e01c806361582dd61161004d57806361582dd61461009c57806370a08231146100af578063a9059cbb146100dc575f5ffd5b8063313ce5671461006857806340c10f1914610087575b5f5ffd5b610070601281565b60405160ff90911681526020015b60405180910390f35b61009a6100953660046101d8565b6100ff565b005b61009a6100aa366004610200565b61013c565b6100ce6100bd36600461023a565b5f6020819052908152604090205481565b60405190815260200161007e565b6100ef6100ea3660046101d8565b6101a8565b604051901515815260200161007e565b73ffffffffffffffffffffffffffffffffffffffff82165f908152602081905260408120805483929061013390849061025a565b90915550505050565b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8360405161019b91815260200190565b60405180910390a3505050565b5f5b92915050565b803573ffffffffffffffffffffffffffffffffffffffff811681146101d3575f5ffd5b919050565b5f5f604083850312156101e9575f5ffd5b6101f2836101b0565b946020939093013593505050565b5f5f5f60608486031215610212575f5ffd5b61021b846101b0565b9250610229602085016101b0565b929592945050506040919091013590565b5f6020828403121561024a575f5ffd5b610253826101b0565b9392505050565b808201808211156101aa577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffdfea164736f6c6343000825000a"
} as const
