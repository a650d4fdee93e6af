import type * as Abi from 'ox/Abi'
import * as AbiConstructor from 'ox/AbiConstructor'
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import * as Hex from 'ox/Hex'

/** An address in mixed case whose checksum does not match is refused, never paid. */
const CHECKED: AbiParameters.encode.Options = { checksumAddress: true }

/** Codes a call of this function. */
export function callData<const Of extends Abi.Abi, Name extends AbiFunction.Name<Of>>(
  abi: Of,
  name: Name,
  ...values: FunctionValues<AbiFunction.FromAbi<Of, Name>>
): Hex.Hex
export function callData(abi: Abi.Abi, name: string, values: readonly unknown[] = []): Hex.Hex {
  const called = AbiFunction.fromAbi(abi, name)
  return Hex.concat(AbiFunction.getSelector(called), AbiParameters.encode(called.inputs, values, CHECKED))
}

/** Codes the creation of this contract. */
export function creationData<const Of extends Abi.Abi>(
  { abi, bytecode }: { abi: Of; bytecode: Hex.Hex },
  values: ConstructorValues<Of>,
): Hex.Hex {
  const all: Abi.Abi = abi
  return Hex.concat(bytecode, AbiParameters.encode(AbiConstructor.fromAbi(all).inputs, values, CHECKED))
}

/** In ox's own type, a function with parameters may also be called without any. */
type FunctionValues<Called extends AbiFunction.AbiFunction> = Called['inputs'] extends readonly []
  ? []
  : Exclude<AbiFunction.encodeData.Args<Called>, []>

type ConstructorValues<Of extends Abi.Abi> = NonNullable<
  AbiConstructor.encode.Options<AbiConstructor.fromAbi.ReturnType<Of>>['args']
>
