import type { Abi } from 'ox/Abi'
import * as AbiConstructor from 'ox/AbiConstructor'
import * as AbiError from 'ox/AbiError'
import * as AbiFunction from 'ox/AbiFunction'
import { type Address, fromPublicKey } from 'ox/Address'
import { keccak256 } from 'ox/Hash'
import { fromString, type Hex } from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import { openEvm, type RpcError } from '../evm.ts'

type Contract = { abi: Abi; bytecode: Hex }
export type Person = ReturnType<typeof person>

export function person(name: string) {
  const privateKey = keccak256(fromString(name))
  return { privateKey, address: fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true }) }
}

/** A fresh chain where a few people have coins. One block per transaction. */
export async function startMachine(...people: Person[]) {
  const evm = await openEvm({
    chainId: 31_337,
    genesisTime: 1_700_000_000,
    coinbase: '0x00000000000000000000000000000000c01ba5e0',
    funds: Object.fromEntries(people.map(({ address }) => [address, 10n ** 24n])),
    minesAtOnce: true,
  })

  async function send(from: Person, { to, data, value = 0n }: { to?: Address; data: Hex; value?: bigint }) {
    const nonce = BigInt((await evm.request('eth_getTransactionCount', [from.address, 'latest'])) as Hex)
    const envelope = TxEnvelopeEip1559.from({
      chainId: 31_337,
      nonce,
      data,
      value,
      gas: 12_000_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 0n,
      to,
    })
    const payload = TxEnvelopeEip1559.getSignPayload(envelope)
    const signature = Secp256k1.sign({ payload, privateKey: from.privateKey })
    const raw = TxEnvelopeEip1559.serialize(envelope, { signature })
    const hash = await evm.request('eth_sendRawTransaction', [raw])
    const receipt = (await evm.request('eth_getTransactionReceipt', [hash])) as Record<string, Hex>
    return {
      isSuccess: receipt['status'] === '0x1',
      gas: Number(receipt['gasUsed']),
      created: receipt['contractAddress'],
    }
  }

  return {
    send,
    request: evm.request,
    /** The next block is of this time, in seconds. */
    async goTo(time: number): Promise<void> {
      await evm.request('evm_setNextBlockTimestamp', [time])
      await evm.request('evm_mine')
    },
    async deploy(from: Person, { abi, bytecode }: Contract, args: unknown[] = []): Promise<Address> {
      const data = args.length > 0 ? AbiConstructor.encode(abi, { bytecode, args }) : bytecode
      const { created, isSuccess } = await send(from, { data })
      if (!isSuccess || !created) throw new Error('not deployed')
      return created
    },
    /** Returns the gas used. A revert is thrown as the name of the contract's error, and nothing is sent. */
    async call(
      from: Person,
      at: Address,
      { abi }: { abi: Abi },
      functionName: string,
      args: unknown[] = [],
    ): Promise<number> {
      const data = AbiFunction.encodeData(abi, functionName, args)
      try {
        await evm.request('eth_call', [{ from: from.address, to: at, data }, 'latest'])
      } catch (error) {
        throw new Error(reasonOf(error, abi), { cause: error })
      }
      const { isSuccess, gas } = await send(from, { to: at, data })
      if (!isSuccess) throw new Error('reverted')
      return gas
    },
    async read(at: Address, { abi }: { abi: Abi }, functionName: string, args: unknown[] = []): Promise<unknown> {
      const data = AbiFunction.encodeData(abi, functionName, args)
      const answer = (await evm.request('eth_call', [{ to: at, data }, 'latest'])) as Hex
      return AbiFunction.decodeResult(abi, functionName, answer)
    },
    coinsOf: async (address: Address) => BigInt((await evm.request('eth_getBalance', [address, 'latest'])) as Hex),
    codeAt: async (address: Address) => (await evm.request('eth_getCode', [address, 'latest'])) as Hex,
  }
}

function reasonOf(error: unknown, abi: Abi): string {
  const { data } = (error as RpcError).data as { data?: Hex }
  try {
    return AbiError.fromAbi(abi, data ?? '0x').name
  } catch {
    return (error as Error).message
  }
}
