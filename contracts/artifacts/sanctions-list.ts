// Written by `npm run compile` from src/testing/SanctionsList.sol.
export const sanctionsList = {
  "abi": [
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "subject",
          "type": "address"
        }
      ],
      "name": "isSanctioned",
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
          "internalType": "address",
          "name": "subject",
          "type": "address"
        },
        {
          "internalType": "bool",
          "name": "isListed",
          "type": "bool"
        }
      ],
      "name": "set",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    }
  ],
  "bytecode": "0x6080604052348015600e575f5ffd5b506101778061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610034575f3560e01c806335e3b25a14610038578063df592f7d1461009d575b5f5ffd5b61009b610046366004610111565b73ffffffffffffffffffffffffffffffffffffffff919091165f90815260208190526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b005b6100d56100ab36600461014a565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205460ff1690565b604051901515815260200160405180910390f35b803573ffffffffffffffffffffffffffffffffffffffff8116811461010c575f5ffd5b919050565b5f5f60408385031215610122575f5ffd5b61012b836100e9565b91506020830135801515811461013f575f5ffd5b809150509250929050565b5f6020828403121561015a575f5ffd5b610163826100e9565b939250505056fea164736f6c6343000825000a"
} as const
