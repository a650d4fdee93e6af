/*! Built from packages/core/src/proofs. Contains @noble/hashes and @noble/curves, MIT License (c) 2022 Paul Miller. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
// node_modules/@noble/hashes/_u64.js
const U32_MASK64 = (() => BigInt(2 ** 32 - 1))();
const _32n = BigInt(32);
function fromBig(n, le = false) {
	if (le) return {
		h: Number(n & U32_MASK64),
		l: Number(n >> _32n & U32_MASK64)
	};
	return {
		h: Number(n >> _32n & U32_MASK64) | 0,
		l: Number(n & U32_MASK64) | 0
	};
}
function split(lst, le = false) {
	const len = lst.length;
	let Ah = new Uint32Array(len);
	let Al = new Uint32Array(len);
	for (let i = 0; i < len; i++) {
		const { h, l } = fromBig(lst[i], le);
		[Ah[i], Al[i]] = [h, l];
	}
	return [Ah, Al];
}
const fromNumH = (n) => n / 2 ** 32 | 0;
const fromNumL = (n) => n >>> 0;
function setU64FromNum(view, byteOffset, n, isLE) {
	const h = fromNumH(n);
	const l = fromNumL(n);
	view.setUint32(byteOffset, isLE ? l : h, isLE);
	view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
}
const shrSH = (h, _l, s) => h >>> s;
const shrSL = (h, l, s) => h << 32 - s | l >>> s;
const rotrSH = (h, l, s) => h >>> s | l << 32 - s;
const rotrSL = (h, l, s) => h << 32 - s | l >>> s;
const rotrBH = (h, l, s) => h << 64 - s | l >>> s - 32;
const rotrBL = (h, l, s) => h >>> s - 32 | l << 64 - s;
function add(Ah, Al, Bh, Bl) {
	const l = (Al >>> 0) + (Bl >>> 0);
	return {
		h: Ah + Bh + (l / 2 ** 32 | 0) | 0,
		l: l | 0
	};
}
const add3L = (Al, Bl, Cl) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0);
const add3H = (low, Ah, Bh, Ch) => Ah + Bh + Ch + (low / 2 ** 32 | 0) | 0;
const add4L = (Al, Bl, Cl, Dl) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0) + (Dl >>> 0);
const add4H = (low, Ah, Bh, Ch, Dh) => Ah + Bh + Ch + Dh + (low / 2 ** 32 | 0) | 0;
const add5L = (Al, Bl, Cl, Dl, El) => (Al >>> 0) + (Bl >>> 0) + (Cl >>> 0) + (Dl >>> 0) + (El >>> 0);
const add5H = (low, Ah, Bh, Ch, Dh, Eh) => Ah + Bh + Ch + Dh + Eh + (low / 2 ** 32 | 0) | 0;
// node_modules/@noble/hashes/utils.js
function isBytes$1(a) {
	return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
const atitle$1 = (title) => title ? `"${title}" ` : "";
function anumber$1(n, title = "") {
	if (typeof n !== "number") throw new TypeError(atitle$1(title) + "expected number, got " + typeof n);
	if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(atitle$1(title) + "expected integer >= 0, got " + n);
	return n;
}
function abytes$1(value, length, title = "") {
	if (isBytes$1(value) && (length === void 0 || value.length === length)) return value;
	if (length !== void 0) anumber$1(length, "length");
	const bytes = isBytes$1(value);
	const ofLen = length !== void 0 ? ` of length ${length}` : "";
	const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
	const message = atitle$1(title) + "expected Uint8Array" + ofLen + ", got " + got;
	if (!bytes) throw new TypeError(message);
	throw new RangeError(message);
}
const aobject$1 = (value, label) => {
	if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
};
const aopts = (value, label) => {
	aobject$1(value, label);
	const proto = Object.getPrototypeOf(value);
	if (proto !== Object.prototype && proto !== null) throw new TypeError(`"${label}" expected plain object`);
	if (Object.hasOwn(value, "__proto__")) throw new TypeError(`"${label}.__proto__" is not allowed`);
};
function aexists(instance, checkFinished = true) {
	if (instance.destroyed) throw new Error("hash was destroyed");
	if (checkFinished && instance.finished) throw new Error("digest() was already called");
}
function aoutput(out, instance) {
	abytes$1(out, void 0, "output");
	const min = instance.outputLen;
	if (!(out.length >= min)) throw new RangeError("\"output\" expected length >= " + min);
}
function clean(...arrays) {
	for (let i = 0; i < arrays.length; i++) arrays[i].fill(0);
}
function createView(arr) {
	return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
function rotr(word, shift) {
	return word << 32 - shift | word >>> shift;
}
const hasHexBuiltin = (() => typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function")();
const hexes = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
function bytesToHex$1(bytes) {
	abytes$1(bytes);
	if (hasHexBuiltin) return bytes.toHex();
	let hex = "";
	for (let i = 0; i < bytes.length; i++) hex += hexes[bytes[i]];
	return hex;
}
function asciiToBase16(ch) {
	return ch >= 48 && ch <= 57 ? ch - 48 : ch >= 65 && ch <= 70 ? ch - 55 : ch >= 97 && ch <= 102 ? ch - 87 : void 0;
}
function hexToBytes$1(hex) {
	if (typeof hex !== "string") throw new TypeError("hex string expected, got " + typeof hex);
	if (hasHexBuiltin) try {
		return Uint8Array.fromHex(hex);
	} catch (error) {
		if (error instanceof SyntaxError) throw new RangeError(error.message);
		throw error;
	}
	const hl = hex.length;
	const al = hl / 2;
	if (hl % 2) throw new RangeError("hex string expected, got unpadded hex of length " + hl);
	const array = new Uint8Array(al);
	for (let ai = 0, hi = 0; ai < al; ai++, hi += 2) {
		const n1 = asciiToBase16(hex.charCodeAt(hi));
		const n2 = asciiToBase16(hex.charCodeAt(hi + 1));
		if (n1 === void 0 || n2 === void 0) {
			const char = hex[hi] + hex[hi + 1];
			throw new RangeError("hex string expected, got non-hex character \"" + char + "\" at index " + hi);
		}
		array[ai] = n1 * 16 + n2;
	}
	return array;
}
function utf8ToBytes(str) {
	if (typeof str !== "string") throw new TypeError("string expected");
	const encoded = new TextEncoder().encode(str);
	try {
		return new Uint8Array(encoded);
	} finally {
		clean(encoded);
	}
}
function concatBytes$1(...arrays) {
	let sum = 0;
	for (let i = 0; i < arrays.length; i++) {
		const a = arrays[i];
		abytes$1(a);
		sum += a.length;
	}
	const res = new Uint8Array(sum);
	for (let i = 0, pad = 0; i < arrays.length; i++) {
		const a = arrays[i];
		res.set(a, pad);
		pad += a.length;
	}
	return res;
}
function checkOpts(defaults, opts, title = "opts") {
	aopts(defaults, "defaults");
	if (opts !== void 0) aopts(opts, title);
	return Object.assign(Object.create(null), defaults, opts);
}
function createHasher(hashCons, info = {}) {
	if (typeof hashCons !== "function") throw new TypeError("\"hashCons\" expected function, got type=" + typeof hashCons);
	info = checkOpts({}, info, "info");
	const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
	const tmp = hashCons(void 0);
	hashC.outputLen = tmp.outputLen;
	hashC.blockLen = tmp.blockLen;
	hashC.canXOF = tmp.canXOF;
	hashC.create = (opts) => hashCons(opts);
	Object.assign(hashC, info);
	return Object.freeze(hashC);
}
function randomBytes$1(bytesLength = 32) {
	anumber$1(bytesLength, "bytesLength");
	const cr = typeof globalThis === "object" ? globalThis.crypto : null;
	if (typeof cr?.getRandomValues !== "function") throw new Error("crypto.getRandomValues must be defined");
	if (bytesLength > 65536) throw new RangeError(`"bytesLength" expected <= 65536, got ${bytesLength}`);
	return cr.getRandomValues(new Uint8Array(bytesLength));
}
const oidNist = (suffix) => ({ oid: Uint8Array.from([
	6,
	9,
	96,
	134,
	72,
	1,
	101,
	3,
	4,
	2,
	suffix
]) });
// node_modules/@noble/hashes/_md.js
function Chi(a, b, c) {
	return a & b ^ ~a & c;
}
function Maj(a, b, c) {
	return a & b ^ a & c ^ b & c;
}
var HashMD = class {
	blockLen;
	outputLen;
	canXOF = false;
	padOffset;
	isLE;
	buffer;
	view;
	finished = false;
	length = 0;
	pos = 0;
	destroyed = false;
	constructor(blockLen, outputLen, padOffset, isLE) {
		this.blockLen = blockLen;
		this.outputLen = outputLen;
		this.padOffset = padOffset;
		this.isLE = isLE;
		this.buffer = new Uint8Array(blockLen);
		this.view = createView(this.buffer);
	}
	update(data) {
		aexists(this);
		abytes$1(data);
		const { view, buffer, blockLen } = this;
		const len = data.length;
		let processed = false;
		for (let pos = 0; pos < len;) {
			const take = Math.min(blockLen - this.pos, len - pos);
			if (take === blockLen) {
				const dataView = createView(data);
				for (; blockLen <= len - pos; pos += blockLen) this.process(dataView, pos);
				processed = true;
				continue;
			}
			buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
			this.pos += take;
			pos += take;
			if (this.pos === blockLen) {
				this.process(view, 0);
				this.pos = 0;
				processed = true;
			}
		}
		this.length += data.length;
		if (processed) this.roundClean();
		return this;
	}
	digestInto(out) {
		aexists(this);
		aoutput(out, this);
		this.finished = true;
		const { buffer, view, blockLen, isLE } = this;
		let { pos } = this;
		buffer[pos++] = 128;
		buffer.fill(0, pos);
		if (this.padOffset > blockLen - pos) {
			this.process(view, 0);
			buffer.fill(0);
		}
		setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
		this.process(view, 0);
		this.roundClean();
		const oview = out === buffer ? view : createView(out);
		const len = this.outputLen;
		const outLen = len / 4;
		const state = this.get();
		if (len % 4 || outLen > state.length) throw new Error("invalid outputLen");
		for (let i = 0; i < outLen; i++) oview.setUint32(4 * i, state[i], isLE);
	}
	digest() {
		const { buffer, outputLen } = this;
		this.digestInto(buffer);
		const res = buffer.slice(0, outputLen);
		this.destroy();
		return res;
	}
	_cloneIntoMeta(to) {
		const { buffer, length, finished, destroyed, pos } = this;
		to.destroyed = destroyed;
		to.finished = finished;
		to.length = length;
		to.pos = pos;
		if (pos) to.buffer.set(buffer);
		return to;
	}
	clone() {
		return this._cloneInto();
	}
};
const SHA256_IV = Uint32Array.from([
	1779033703,
	3144134277,
	1013904242,
	2773480762,
	1359893119,
	2600822924,
	528734635,
	1541459225
]);
const SHA512_IV = Uint32Array.from([
	1779033703,
	4089235720,
	3144134277,
	2227873595,
	1013904242,
	4271175723,
	2773480762,
	1595750129,
	1359893119,
	2917565137,
	2600822924,
	725511199,
	528734635,
	4215389547,
	1541459225,
	327033209
]);
// node_modules/@noble/hashes/sha2.js
const SHA256_K = Uint32Array.from([
	1116352408,
	1899447441,
	3049323471,
	3921009573,
	961987163,
	1508970993,
	2453635748,
	2870763221,
	3624381080,
	310598401,
	607225278,
	1426881987,
	1925078388,
	2162078206,
	2614888103,
	3248222580,
	3835390401,
	4022224774,
	264347078,
	604807628,
	770255983,
	1249150122,
	1555081692,
	1996064986,
	2554220882,
	2821834349,
	2952996808,
	3210313671,
	3336571891,
	3584528711,
	113926993,
	338241895,
	666307205,
	773529912,
	1294757372,
	1396182291,
	1695183700,
	1986661051,
	2177026350,
	2456956037,
	2730485921,
	2820302411,
	3259730800,
	3345764771,
	3516065817,
	3600352804,
	4094571909,
	275423344,
	430227734,
	506948616,
	659060556,
	883997877,
	958139571,
	1322822218,
	1537002063,
	1747873779,
	1955562222,
	2024104815,
	2227730452,
	2361852424,
	2428436474,
	2756734187,
	3204031479,
	3329325298
]);
const SHA256_W = new Uint32Array(64);
var SHA2_32B = class extends HashMD {
	A = 0;
	B = 0;
	C = 0;
	D = 0;
	E = 0;
	F = 0;
	G = 0;
	H = 0;
	constructor(outputLen, IV) {
		super(64, outputLen, 8, false);
		this.A = IV[0] | 0;
		this.B = IV[1] | 0;
		this.C = IV[2] | 0;
		this.D = IV[3] | 0;
		this.E = IV[4] | 0;
		this.F = IV[5] | 0;
		this.G = IV[6] | 0;
		this.H = IV[7] | 0;
	}
	get() {
		const { A, B, C, D, E, F, G, H } = this;
		return [
			A,
			B,
			C,
			D,
			E,
			F,
			G,
			H
		];
	}
	set(A, B, C, D, E, F, G, H) {
		this.A = A | 0;
		this.B = B | 0;
		this.C = C | 0;
		this.D = D | 0;
		this.E = E | 0;
		this.F = F | 0;
		this.G = G | 0;
		this.H = H | 0;
	}
	_cloneInto(to) {
		(to ||= new this.constructor()).set(...this.get());
		return this._cloneIntoMeta(to);
	}
	process(view, offset) {
		for (let i = 0; i < 16; i++, offset += 4) SHA256_W[i] = view.getUint32(offset, false);
		for (let i = 16; i < 64; i++) {
			const W15 = SHA256_W[i - 15];
			const W2 = SHA256_W[i - 2];
			const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
			const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
			SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
		}
		let { A, B, C, D, E, F, G, H } = this;
		for (let i = 0; i < 64; i++) {
			const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
			const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
			const T2 = (rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22)) + Maj(A, B, C) | 0;
			H = G;
			G = F;
			F = E;
			E = D + T1 | 0;
			D = C;
			C = B;
			B = A;
			A = T1 + T2 | 0;
		}
		A = A + this.A | 0;
		B = B + this.B | 0;
		C = C + this.C | 0;
		D = D + this.D | 0;
		E = E + this.E | 0;
		F = F + this.F | 0;
		G = G + this.G | 0;
		H = H + this.H | 0;
		this.set(A, B, C, D, E, F, G, H);
	}
	roundClean() {
		clean(SHA256_W);
	}
	destroy() {
		this.destroyed = true;
		this.set(0, 0, 0, 0, 0, 0, 0, 0);
		clean(this.buffer);
	}
};
var _SHA256 = class extends SHA2_32B {
	constructor() {
		super(32, SHA256_IV);
	}
};
const K512 = (() => split([
	"0x428a2f98d728ae22",
	"0x7137449123ef65cd",
	"0xb5c0fbcfec4d3b2f",
	"0xe9b5dba58189dbbc",
	"0x3956c25bf348b538",
	"0x59f111f1b605d019",
	"0x923f82a4af194f9b",
	"0xab1c5ed5da6d8118",
	"0xd807aa98a3030242",
	"0x12835b0145706fbe",
	"0x243185be4ee4b28c",
	"0x550c7dc3d5ffb4e2",
	"0x72be5d74f27b896f",
	"0x80deb1fe3b1696b1",
	"0x9bdc06a725c71235",
	"0xc19bf174cf692694",
	"0xe49b69c19ef14ad2",
	"0xefbe4786384f25e3",
	"0x0fc19dc68b8cd5b5",
	"0x240ca1cc77ac9c65",
	"0x2de92c6f592b0275",
	"0x4a7484aa6ea6e483",
	"0x5cb0a9dcbd41fbd4",
	"0x76f988da831153b5",
	"0x983e5152ee66dfab",
	"0xa831c66d2db43210",
	"0xb00327c898fb213f",
	"0xbf597fc7beef0ee4",
	"0xc6e00bf33da88fc2",
	"0xd5a79147930aa725",
	"0x06ca6351e003826f",
	"0x142929670a0e6e70",
	"0x27b70a8546d22ffc",
	"0x2e1b21385c26c926",
	"0x4d2c6dfc5ac42aed",
	"0x53380d139d95b3df",
	"0x650a73548baf63de",
	"0x766a0abb3c77b2a8",
	"0x81c2c92e47edaee6",
	"0x92722c851482353b",
	"0xa2bfe8a14cf10364",
	"0xa81a664bbc423001",
	"0xc24b8b70d0f89791",
	"0xc76c51a30654be30",
	"0xd192e819d6ef5218",
	"0xd69906245565a910",
	"0xf40e35855771202a",
	"0x106aa07032bbd1b8",
	"0x19a4c116b8d2d0c8",
	"0x1e376c085141ab53",
	"0x2748774cdf8eeb99",
	"0x34b0bcb5e19b48a8",
	"0x391c0cb3c5c95a63",
	"0x4ed8aa4ae3418acb",
	"0x5b9cca4f7763e373",
	"0x682e6ff3d6b2b8a3",
	"0x748f82ee5defb2fc",
	"0x78a5636f43172f60",
	"0x84c87814a1f0ab72",
	"0x8cc702081a6439ec",
	"0x90befffa23631e28",
	"0xa4506cebde82bde9",
	"0xbef9a3f7b2c67915",
	"0xc67178f2e372532b",
	"0xca273eceea26619c",
	"0xd186b8c721c0c207",
	"0xeada7dd6cde0eb1e",
	"0xf57d4f7fee6ed178",
	"0x06f067aa72176fba",
	"0x0a637dc5a2c898a6",
	"0x113f9804bef90dae",
	"0x1b710b35131c471b",
	"0x28db77f523047d84",
	"0x32caab7b40c72493",
	"0x3c9ebe0a15c9bebc",
	"0x431d67c49c100d4c",
	"0x4cc5d4becb3e42b6",
	"0x597f299cfc657e2a",
	"0x5fcb6fab3ad6faec",
	"0x6c44198c4a475817"
].map((n) => BigInt(n))))();
const SHA512_Kh = (() => K512[0])();
const SHA512_Kl = (() => K512[1])();
const SHA512_W_H = new Uint32Array(80);
const SHA512_W_L = new Uint32Array(80);
var SHA2_64B = class extends HashMD {
	Ah = 0;
	Al = 0;
	Bh = 0;
	Bl = 0;
	Ch = 0;
	Cl = 0;
	Dh = 0;
	Dl = 0;
	Eh = 0;
	El = 0;
	Fh = 0;
	Fl = 0;
	Gh = 0;
	Gl = 0;
	Hh = 0;
	Hl = 0;
	constructor(outputLen, IV) {
		super(128, outputLen, 16, false);
		this.Ah = IV[0] | 0;
		this.Al = IV[1] | 0;
		this.Bh = IV[2] | 0;
		this.Bl = IV[3] | 0;
		this.Ch = IV[4] | 0;
		this.Cl = IV[5] | 0;
		this.Dh = IV[6] | 0;
		this.Dl = IV[7] | 0;
		this.Eh = IV[8] | 0;
		this.El = IV[9] | 0;
		this.Fh = IV[10] | 0;
		this.Fl = IV[11] | 0;
		this.Gh = IV[12] | 0;
		this.Gl = IV[13] | 0;
		this.Hh = IV[14] | 0;
		this.Hl = IV[15] | 0;
	}
	get() {
		const { Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl } = this;
		return [
			Ah,
			Al,
			Bh,
			Bl,
			Ch,
			Cl,
			Dh,
			Dl,
			Eh,
			El,
			Fh,
			Fl,
			Gh,
			Gl,
			Hh,
			Hl
		];
	}
	set(Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl) {
		this.Ah = Ah | 0;
		this.Al = Al | 0;
		this.Bh = Bh | 0;
		this.Bl = Bl | 0;
		this.Ch = Ch | 0;
		this.Cl = Cl | 0;
		this.Dh = Dh | 0;
		this.Dl = Dl | 0;
		this.Eh = Eh | 0;
		this.El = El | 0;
		this.Fh = Fh | 0;
		this.Fl = Fl | 0;
		this.Gh = Gh | 0;
		this.Gl = Gl | 0;
		this.Hh = Hh | 0;
		this.Hl = Hl | 0;
	}
	_cloneInto(to) {
		(to ||= new this.constructor()).set(...this.get());
		return this._cloneIntoMeta(to);
	}
	process(view, offset) {
		for (let i = 0; i < 16; i++, offset += 4) {
			SHA512_W_H[i] = view.getUint32(offset);
			SHA512_W_L[i] = view.getUint32(offset += 4);
		}
		for (let i = 16; i < 80; i++) {
			const W15h = SHA512_W_H[i - 15] | 0;
			const W15l = SHA512_W_L[i - 15] | 0;
			const s0h = rotrSH(W15h, W15l, 1) ^ rotrSH(W15h, W15l, 8) ^ shrSH(W15h, W15l, 7);
			const s0l = rotrSL(W15h, W15l, 1) ^ rotrSL(W15h, W15l, 8) ^ shrSL(W15h, W15l, 7);
			const W2h = SHA512_W_H[i - 2] | 0;
			const W2l = SHA512_W_L[i - 2] | 0;
			const s1h = rotrSH(W2h, W2l, 19) ^ rotrBH(W2h, W2l, 61) ^ shrSH(W2h, W2l, 6);
			const s1l = rotrSL(W2h, W2l, 19) ^ rotrBL(W2h, W2l, 61) ^ shrSL(W2h, W2l, 6);
			const SUMl = add4L(s0l, s1l, SHA512_W_L[i - 7], SHA512_W_L[i - 16]);
			const SUMh = add4H(SUMl, s0h, s1h, SHA512_W_H[i - 7], SHA512_W_H[i - 16]);
			SHA512_W_H[i] = SUMh | 0;
			SHA512_W_L[i] = SUMl | 0;
		}
		let { Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl } = this;
		for (let i = 0; i < 80; i++) {
			const sigma1h = rotrSH(Eh, El, 14) ^ rotrSH(Eh, El, 18) ^ rotrBH(Eh, El, 41);
			const sigma1l = rotrSL(Eh, El, 14) ^ rotrSL(Eh, El, 18) ^ rotrBL(Eh, El, 41);
			const CHIh = Eh & Fh ^ ~Eh & Gh;
			const CHIl = El & Fl ^ ~El & Gl;
			const T1ll = add5L(Hl, sigma1l, CHIl, SHA512_Kl[i], SHA512_W_L[i]);
			const T1h = add5H(T1ll, Hh, sigma1h, CHIh, SHA512_Kh[i], SHA512_W_H[i]);
			const T1l = T1ll | 0;
			const sigma0h = rotrSH(Ah, Al, 28) ^ rotrBH(Ah, Al, 34) ^ rotrBH(Ah, Al, 39);
			const sigma0l = rotrSL(Ah, Al, 28) ^ rotrBL(Ah, Al, 34) ^ rotrBL(Ah, Al, 39);
			const MAJh = Ah & Bh ^ Ah & Ch ^ Bh & Ch;
			const MAJl = Al & Bl ^ Al & Cl ^ Bl & Cl;
			Hh = Gh | 0;
			Hl = Gl | 0;
			Gh = Fh | 0;
			Gl = Fl | 0;
			Fh = Eh | 0;
			Fl = El | 0;
			({h: Eh, l: El} = add(Dh | 0, Dl | 0, T1h | 0, T1l | 0));
			Dh = Ch | 0;
			Dl = Cl | 0;
			Ch = Bh | 0;
			Cl = Bl | 0;
			Bh = Ah | 0;
			Bl = Al | 0;
			const All = add3L(T1l, sigma0l, MAJl);
			Ah = add3H(All, T1h, sigma0h, MAJh);
			Al = All | 0;
		}
		({h: Ah, l: Al} = add(this.Ah | 0, this.Al | 0, Ah | 0, Al | 0));
		({h: Bh, l: Bl} = add(this.Bh | 0, this.Bl | 0, Bh | 0, Bl | 0));
		({h: Ch, l: Cl} = add(this.Ch | 0, this.Cl | 0, Ch | 0, Cl | 0));
		({h: Dh, l: Dl} = add(this.Dh | 0, this.Dl | 0, Dh | 0, Dl | 0));
		({h: Eh, l: El} = add(this.Eh | 0, this.El | 0, Eh | 0, El | 0));
		({h: Fh, l: Fl} = add(this.Fh | 0, this.Fl | 0, Fh | 0, Fl | 0));
		({h: Gh, l: Gl} = add(this.Gh | 0, this.Gl | 0, Gh | 0, Gl | 0));
		({h: Hh, l: Hl} = add(this.Hh | 0, this.Hl | 0, Hh | 0, Hl | 0));
		this.set(Ah, Al, Bh, Bl, Ch, Cl, Dh, Dl, Eh, El, Fh, Fl, Gh, Gl, Hh, Hl);
	}
	roundClean() {
		clean(SHA512_W_H, SHA512_W_L);
	}
	destroy() {
		this.destroyed = true;
		clean(this.buffer);
		this.set(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
	}
};
var _SHA512 = class extends SHA2_64B {
	constructor() {
		super(64, SHA512_IV);
	}
};
const sha256 = createHasher(() => new _SHA256(), oidNist(1));
const sha512 = createHasher(() => new _SHA512(), oidNist(3));
// packages/core/src/proofs/bytes.ts
const U64_MAX = 2n ** 64n - 1n;
var Malformed = class extends Error {
	name = "Malformed";
};
function parseHex(text, bytes) {
	if (typeof text !== "string" || text.length !== bytes * 2 || !/^[0-9a-f]*$/.test(text)) throw new Malformed(`${shown(text)} is not ${bytes} bytes in lower-case hexadecimal`);
	return hexToBytes$1(text);
}
const parseU64 = (text) => parseUnsigned(text, 64);
const parseU128 = (text) => parseUnsigned(text, 128);
function parseUnsigned(text, bits) {
	if (typeof text === "string" && /^(?:0|[1-9]\d{0,38})$/.test(text)) {
		const value = BigInt(text);
		if (value < 1n << BigInt(bits)) return value;
	}
	throw new Malformed(`${shown(text)} is not a whole number from 0 to 2^${bits} - 1`);
}
function parseCount(value) {
	if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw new Malformed(`${shown(value)} is not a count`);
	return value;
}
function assertU64(value) {
	if (value < 0n || value > U64_MAX) throw new RangeError(`${value} is not from 0 to 2^64 - 1`);
	return value;
}
function u64(value) {
	const bytes = new Uint8Array(8);
	viewOf(bytes).setBigUint64(0, assertU64(value));
	return bytes;
}
function u32(value) {
	if (!Number.isInteger(value) || value < 0 || value > 4294967295) throw new RangeError(`${value} is not a u32`);
	const bytes = new Uint8Array(4);
	viewOf(bytes).setUint32(0, value);
	return bytes;
}
function u8(value) {
	if (!Number.isInteger(value) || value < 0 || value > 255) throw new RangeError(`${value} is not a u8`);
	return Uint8Array.of(value);
}
function makeRoom(length) {
	const bytes = new Uint8Array(length);
	return {
		bytes,
		view: viewOf(bytes)
	};
}
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const isSame = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index]);
const shown = (value) => {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};
function growSumTree({ depth, keep, above = parentsOf }) {
	if (!Number.isInteger(depth) || depth < 0 || depth > 32) throw new RangeError(`A tree of depth ${depth}`);
	const waiting = [];
	let count = 0;
	let root;
	function add(level, nodes) {
		keep?.(level, nodes);
		if (level === depth) {
			root = nodes;
			return;
		}
		const left = waiting[level];
		const all = left ? concatBytes$1(left, nodes) : nodes;
		const paired = all.length - all.length % 80;
		waiting[level] = paired < all.length ? all.slice(paired) : void 0;
		if (paired > 0) add(level + 1, above(all.subarray(0, paired)));
	}
	return {
		append(leaves) {
			if (leaves.length % 40 !== 0) throw new RangeError("Not a whole number of leaves");
			count += leaves.length / 40;
			if (count > 2 ** depth) throw new RangeError(`More than 2^${depth} leaves`);
			if (leaves.length > 0) add(0, leaves);
		},
		finish() {
			const padding = paddingOf(depth);
			for (let level = 0; level < depth; level++) {
				const left = waiting[level];
				waiting[level] = void 0;
				if (left) add(level + 1, parentsOf(concatBytes$1(left, padding[level])));
			}
			return {
				...unpack(root ?? padding[depth], 0),
				leaves: count
			};
		}
	};
}
function parentsOf(children) {
	const parents = new Uint8Array(children.length / 2);
	const [below, above] = [viewOf(children), viewOf(parents)];
	for (let at = 0; at < parents.length; at += 40) {
		const sum = writeParent(parentRoom, 0, {
			bytes: children,
			view: below
		}, 2 * at);
		parents.set(sha256(parentRoom.bytes), at);
		above.setBigUint64(at + 32, sum);
	}
	return parents;
}
function writeParent(to, at, children, from) {
	const { bytes, view } = children;
	const [left, right] = [view.getBigUint64(from + 32), view.getBigUint64(from + 40 + 32)];
	const sum = left + right;
	if (sum > U64_MAX) throw new RangeError("The sum is more than 2^64 - 1");
	to.bytes[at] = 1;
	to.view.setBigUint64(at + 1, left);
	to.bytes.set(bytes.subarray(from, from + 32), at + 9);
	to.view.setBigUint64(at + 41, right);
	to.bytes.set(bytes.subarray(from + 40, from + 40 + 32), at + 49);
	return sum;
}
const parentRoom = makeRoom(81);
const parentOf = (left, right) => unpack(parentsOf(concatBytes$1(pack(left), pack(right))), 0);
function paddingOf(depth) {
	const levels = [new Uint8Array(40)];
	for (let level = 0; level < depth; level++) {
		const below = levels[level];
		levels.push(parentsOf(concatBytes$1(below, below)));
	}
	return levels;
}
function pack(node) {
	const room = makeRoom(40);
	writeNode(room, 0, node);
	return room.bytes;
}
function writeNode({ bytes, view }, index, { hash, sum }) {
	if (hash.length !== 32) throw new RangeError(`A hash of ${hash.length} bytes`);
	bytes.set(hash, index * 40);
	view.setBigUint64(index * 40 + 32, assertU64(sum));
}
function unpack(nodes, index) {
	const at = index * 40;
	return {
		hash: nodes.slice(at, at + 32),
		sum: viewOf(nodes).getBigUint64(at + 32)
	};
}
// packages/core/src/proofs/titles.ts
const CHECK_TITLES = {
	installation: "Same installation",
	newest: "Newest epoch",
	anchored: "As in the contract",
	shards: "Parts of the balance",
	counted: "Counted",
	balance: "Adds up to the balance",
	covered: "Covered",
	checkpoint: "Signed checkpoint",
	anchoredLog: "Log as in the contract",
	keptLog: "Log as it was before",
	lines: "Lines of the statement"
};
const VERDICTS = {
	passed: "Everything holds.",
	noticed: "Everything holds, but there is something to know.",
	skipped: "Not everything could be checked.",
	failed: "Something is wrong."
};
// packages/core/src/proofs/commitments.ts
const OWNER_KINDS = {
	member: 1,
	cause: 2,
	operations: 3
};
const OWNER_TEXT = utf8ToBytes("trefoil owner");
const OWNER_BYTES = OWNER_TEXT.length + 32 + 8 + 1 + 32 + 32;
const SHARD_BYTES = 66;
function ownerCommitment(owner) {
	writeOwner(ownerRoom, 0, owner);
	return sha256(ownerRoom.bytes);
}
function writeOwner({ bytes, view }, at, owner) {
	bytes.set(OWNER_TEXT, at);
	bytes.set(sized(owner.installation, 32), at + 13);
	view.setBigUint64(at + 45, epochNumber(owner.epoch));
	bytes[at + 53] = OWNER_KINDS[owner.kind];
	bytes.set(sized(owner.name, 32), at + 54);
	bytes.set(sized(owner.salt, 32), at + 86);
}
function shardHash(shard) {
	writeShard(shardRoom, 0, shard);
	return sha256(shardRoom.bytes);
}
function writeShard({ bytes, view }, at, { epoch, owner, nonce, shard, amount }) {
	if (!Number.isInteger(shard) || shard < 0 || shard > 255) throw new RangeError(`${shard} is not the number of a part`);
	bytes[at] = 0;
	view.setBigUint64(at + 1, epochNumber(epoch));
	bytes.set(sized(owner, 32), at + 9);
	bytes.set(sized(nonce, 16), at + 41);
	bytes[at + 57] = shard;
	view.setBigUint64(at + 58, assertU64(amount));
}
const [ownerRoom, shardRoom] = [makeRoom(OWNER_BYTES), makeRoom(SHARD_BYTES)];
function epochNumber(epoch) {
	if (!Number.isSafeInteger(epoch) || epoch < 1) throw new RangeError(`${epoch} is not an epoch`);
	return BigInt(epoch);
}
function sized(bytes, length) {
	if (bytes.length !== length) throw new RangeError(`${bytes.length} bytes instead of ${length}`);
	return bytes;
}
// packages/core/src/proofs/canonical-json.ts
function canonicalJson(value) {
	if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
	if (typeof value === "object" && value !== null) return `{${Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1).map(([key, item]) => `${quoted(key)}:${canonicalJson(item)}`).join(",")}}`;
	if (typeof value === "string") return quoted(value);
	if (typeof value === "number" && !(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} has no exact number in JSON`);
	return JSON.stringify(value);
}
function parseCanonicalJson(text) {
	let value;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Malformed("An entry is not JSON");
	}
	if (canonicalJson(value) !== text) throw new Malformed("An entry is not in its canonical form");
	return value;
}
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function quoted(value) {
	if (!value.isWellFormed()) throw new RangeError("A text with half a character");
	return JSON.stringify(value);
}
// packages/core/src/proofs/log.ts
const logLeafHash = (leaf) => sha256(concatBytes$1(u8(0), leaf));
const logNodeHash = (left, right) => sha256(concatBytes$1(u8(1), left, right));
// packages/core/src/proofs/log-verify.ts
function rootFromInclusion({ leafHash, index, size, hashes }) {
	if (index >= size) return void 0;
	let [own, last] = [index, size - 1];
	let root = leafHash;
	for (const hash of hashes) {
		if (last === 0) return void 0;
		if (own % 2 === 1 || own === last) {
			root = logNodeHash(hash, root);
			while (own % 2 === 0 && own !== 0) [own, last] = [half(own), half(last)];
		} else root = logNodeHash(root, hash);
		[own, last] = [half(own), half(last)];
	}
	return last === 0 ? root : void 0;
}
function rootsFromConsistency({ first, second, hashes }) {
	if (first.size > second.size) return void 0;
	if (first.size === second.size || first.size === 0) {
		if (hashes.length > 0) return void 0;
		return {
			first: first.root,
			second: first.size === 0 ? second.root : first.root
		};
	}
	const known = isPowerOfTwo(first.size) ? [first.root, ...hashes] : hashes;
	let [own, last] = [first.size - 1, second.size - 1];
	while (own % 2 === 1) [own, last] = [half(own), half(last)];
	const [start, ...rest] = known;
	if (!start) return void 0;
	let [older, newer] = [start, start];
	for (const hash of rest) {
		if (last === 0) return void 0;
		if (own % 2 === 1 || own === last) {
			older = logNodeHash(hash, older);
			newer = logNodeHash(hash, newer);
			while (own % 2 === 0 && own !== 0) [own, last] = [half(own), half(last)];
		} else newer = logNodeHash(newer, hash);
		[own, last] = [half(own), half(last)];
	}
	return last === 0 ? {
		first: older,
		second: newer
	} : void 0;
}
function isConsistent(first, second, hashes) {
	const roots = rootsFromConsistency({
		first,
		second,
		hashes
	});
	return roots !== void 0 && isSame(roots.first, first.root) && isSame(roots.second, second.root);
}
const half = (value) => Math.floor(value / 2);
function isPowerOfTwo(value) {
	let rest = value;
	while (rest % 2 === 0) rest /= 2;
	return rest === 1;
}
// packages/core/src/proofs/log-leaf.ts
const LEAF_KINDS = {
	journal: 1,
	audit: 2,
	programme: 3,
	facts: 4
};
const encodeLogLeaf = ({ kind, id, count, entriesRoot }) => {
	if (entriesRoot.length !== 32) throw new RangeError(`A root of ${entriesRoot.length} bytes`);
	return concatBytes$1(u8(LEAF_KINDS[kind]), u64(id), u32(count), entriesRoot);
};
function entryCommitment(salt, entry) {
	if (salt.length !== 16) throw new RangeError(`A salt of ${salt.length} bytes`);
	return sha256(concatBytes$1(salt, utf8ToBytes(entry)));
}
const rootFromOpening = ({ position, salt, entry, path }, count) => rootFromInclusion({
	leafHash: logLeafHash(entryCommitment(salt, entry)),
	index: position,
	size: count,
	hashes: path
});
// packages/core/src/proofs/proof-file.ts
const PROOF_FORMAT = "trefoil proof 1";
function parseProofFile(value) {
	const file = fields(value, "The file", {
		format: (format) => format === PROOF_FORMAT,
		time: isNumber,
		known: isObject,
		owner: isObject,
		balance: isText,
		epoch: isObject,
		anchor: (anchor) => anchor === null || isObject(anchor),
		mine: isObject,
		log: isObject,
		lines: isList
	});
	const { known, owner, epoch, anchor, mine, log, lines } = file;
	fields(known, "known", {
		installation: isText,
		chain: isNumber,
		contract: isText,
		logKey: isText,
		epoch: isNumber,
		checkpoint: (note) => note === null || isText(note),
		earlier: isOptionalText
	});
	fields(owner, "owner", {
		kind: (kind) => isText(kind) && Object.hasOwn(OWNER_KINDS, kind),
		name: isText
	});
	const claim = {
		contract: isText,
		epoch: isNumber,
		root: isText,
		total: isText,
		log: isLog,
		assets: isAssets
	};
	fields(epoch, "epoch", {
		...claim,
		epoch: (number) => isNumber(number) && number !== 0,
		installation: isText,
		depth: isNumber,
		leaves: isNumber,
		journal: isOptionalText
	});
	if (anchor) {
		const source = (from) => from === "server" || from === "own";
		fields(anchor, "anchor", {
			...claim,
			source,
			chain: isNumber,
			decimals: isNumber,
			time: isNumber,
			latest: isObject
		});
		fields(anchor.latest, "latest", {
			epoch: isNumber,
			time: isNumber,
			logSize: isOptionalNumber
		});
	}
	fields(mine, "mine", {
		salt: isText,
		shards: isList
	});
	for (const shard of mine.shards) fields(shard, "A shard", {
		index: isNumber,
		shard: isNumber,
		nonce: isText,
		amount: isText,
		path: isPath
	});
	fields(log, "log", {
		checkpoint: isText,
		fromAnchor: isTexts,
		fromKept: isTexts
	});
	for (const line of lines) {
		const kind = (name) => isText(name) && Object.hasOwn(LEAF_KINDS, name);
		fields(line, "A line", {
			count: isNumber,
			index: isNumber,
			kind,
			id: isText,
			hashes: isTexts,
			opening: isObject,
			shown: isObject
		});
		fields(line.opening, "An opening", {
			position: isNumber,
			salt: isText,
			entry: isText,
			path: isTexts
		});
	}
	return file;
}
function fields(value, what, tests) {
	if (!isObject(value)) throw new Malformed(`${what} is not an object`);
	for (const [name, test] of Object.entries(tests)) if (!test(value[name])) throw new Malformed(`${what} has no proper ${name}`);
	return value;
}
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string";
const isOptionalText = (value) => value === void 0 || isText(value);
const isNumber = (value) => Number.isSafeInteger(value) && value >= 0;
const isOptionalNumber = (value) => value === void 0 || isNumber(value);
const isList = (value) => Array.isArray(value);
const isTexts = (value) => isList(value) && value.every(isText);
const isPath = (value) => isList(value) && value.every((node) => isObject(node) && isText(node["sum"]) && isText(node["hash"]));
const isLog = (value) => isObject(value) && isNumber(value["size"]) && isText(value["root"]);
const isAssets = (value) => isObject(value) && isText(value["vault"]) && isText(value["treasury"]);
// packages/core/src/proofs/finding.ts
const passed = (because, saw, means) => ({
	outcome: "passed",
	because,
	saw,
	...means
});
const noticed = (because, saw, means) => ({
	outcome: "noticed",
	because,
	saw,
	...means
});
const noticedOnce = (because, saw, means) => ({
	...noticed(because, saw, means),
	isSaidOnce: true
});
const failed = (because, saw, means) => ({
	outcome: "failed",
	because,
	saw,
	...means
});
const NOT_ASKED = {
	outcome: "skipped",
	because: "No node of the chain was asked.",
	saw: {},
	code: "not_asked"
};
// packages/core/src/proofs/check-anchor.ts
const SERVED_WITHIN_SECONDS = 3600;
const AGE_MAX_SECONDS = 172800;
function installation({ known, epoch, anchor }) {
	const saw = {
		"known installation": known.installation,
		"installation of the proof": epoch.installation,
		"known contract": known.contract,
		"contract of the proof": epoch.contract,
		...anchor && { "contract that answered": anchor.contract }
	};
	if (epoch.installation !== known.installation) return failed("The proof is of another installation.", saw, { code: "other_installation" });
	if ([epoch.contract, ...anchor ? [anchor.contract] : []].some((contract) => contract.toLowerCase() !== known.contract.toLowerCase())) return failed("The proof names another contract than the one that this browser knows.", saw, { code: "other_contract" });
	if (anchor && anchor.chain !== known.chain) return failed("The contract is on another chain.", saw, { code: "other_chain" });
	return passed("The proof is of the installation and the contract that this browser knows.", saw, { code: "same_installation" });
}
function newest(proof, checkpoints) {
	const { known, epoch, anchor, time } = proof;
	const saw = {
		"epoch of the proof": String(epoch.epoch),
		"newest epoch checked before": String(known.epoch),
		...anchor && { "newest epoch in the contract": String(anchor.latest.epoch) }
	};
	const lost = entriesLost(proof, checkpoints);
	if (lost !== void 0) return noticedOnce(`The database was set back to before epoch ${anchor?.latest.epoch}, which the contract knows. Entries of the old log that are gone: ${lost}.`, saw, {
		code: "set_back_before_epoch",
		params: {
			epoch: anchor?.latest.epoch ?? 0,
			lost
		}
	});
	if (epoch.epoch < known.epoch) return failed("The epoch is older than one that was checked before.", saw, { code: "epoch_older" });
	if (!anchor) return NOT_ASKED;
	if (anchor.epoch !== epoch.epoch || anchor.latest.epoch < epoch.epoch) return failed("The contract does not know this epoch.", saw, { code: "epoch_unknown" });
	if (anchor.latest.epoch > epoch.epoch && time - anchor.latest.time > SERVED_WITHIN_SECONDS) return failed("The contract knows a newer epoch, which was not served.", saw, { code: "epoch_newer_withheld" });
	const age = {
		...saw,
		"seconds since it was posted": String(time - anchor.time)
	};
	if (time - anchor.time > AGE_MAX_SECONDS) return noticed("The newest epoch is more than two days old.", age, { code: "epoch_old" });
	return passed("The epoch is the newest that the contract knows.", age, { code: "epoch_newest" });
}
function entriesLost({ known, epoch, anchor, time }, { shown, kept }) {
	if (anchor?.epoch !== epoch.epoch || anchor.latest.epoch <= epoch.epoch) return void 0;
	const { latest, log } = anchor;
	const head = shown();
	if (!head?.previous || latest.logSize === void 0 || time - anchor.time > AGE_MAX_SECONDS) return void 0;
	const setBackTo = head.previous.size;
	if (log.size > setBackTo || latest.logSize <= setBackTo) return void 0;
	const isNews = (kept()?.log.number ?? Infinity) < head.log.number && known.epoch <= latest.epoch;
	return epoch.epoch < known.epoch && !isNews ? void 0 : latest.logSize - setBackTo;
}
function anchored({ epoch, anchor }) {
	if (!anchor) return NOT_ASKED;
	const pairs = [
		[
			"root",
			epoch.root,
			anchor.root
		],
		[
			"total",
			epoch.total,
			anchor.total
		],
		[
			"size of the log",
			String(epoch.log.size),
			String(anchor.log.size)
		],
		[
			"root of the log",
			epoch.log.root,
			anchor.log.root
		],
		[
			"vault's balance",
			epoch.assets.vault,
			anchor.assets.vault
		],
		[
			"treasury's balance",
			epoch.assets.treasury,
			anchor.assets.treasury
		]
	];
	const saw = Object.fromEntries(pairs.flatMap(([what, served, stored]) => [[`${what}, served`, served], [`${what}, in the contract`, stored]]));
	const different = pairs.filter(([, served, stored]) => served !== stored).map(([what]) => what);
	if (different.length > 0) {
		const names = different.join(", ");
		return failed(`The contract stored something else: ${names}.`, saw, {
			code: "stored_other",
			params: { different: names }
		});
	}
	return passed("The contract stored the same roots, total and balances.", saw, { code: "stored_same" });
}
// packages/core/src/proofs/base64.ts
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
function toBase64(bytes) {
	let text = "";
	for (let at = 0; at < bytes.length; at += 3) {
		const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
		const bits = first << 16 | second << 8 | third;
		for (const shift of [
			18,
			12,
			6,
			0
		]) text += ALPHABET.charAt(bits >> shift & 63);
	}
	const missing = (3 - bytes.length % 3) % 3;
	return text.slice(0, text.length - missing) + "=".repeat(missing);
}
function fromBase64(text) {
	const digits = text.replace(/={0,2}$/, "");
	const bytes = new Uint8Array(Math.floor(digits.length * 3 / 4));
	let [bits, held, at] = [
		0,
		0,
		0
	];
	for (const digit of digits) {
		bits = (bits << 6 | ALPHABET.indexOf(digit)) & 4095;
		held += 6;
		if (held < 8) continue;
		held -= 8;
		bytes[at++] = bits >> held;
	}
	if (toBase64(bytes) !== text) throw new Malformed(`${JSON.stringify(text.slice(0, 80))} is not base64`);
	return bytes;
}
// packages/core/node_modules/@noble/curves/utils.js
/*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) */
function aarray(item, title, inner = () => {}) {
	if (!Array.isArray(item)) throw new TypeError(`"${title}" expected array, got type=${typeof item}`);
	for (let i = 0; i < item.length; i++) inner(item[i], `${title}[${i}]`);
	return item;
}
const abytes = (value, length, title) => abytes$1(value, length, title);
const anumber = anumber$1;
function aobject(value, title = "object") {
	if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError(title === "object" ? "expected valid options object" : `"${title}" expected object, got type=${typeof value}`);
	return value;
}
function afunction(value, title) {
	if (typeof value !== "function") throw new TypeError(`"${title}" is invalid: expected function, got ${typeof value}`);
	return value;
}
const bytesToHex = bytesToHex$1;
const concatBytes = (...arrays) => concatBytes$1(...arrays);
const hexToBytes = (hex) => hexToBytes$1(hex);
const isBytes = isBytes$1;
const randomBytes = (bytesLength) => randomBytes$1(bytesLength);
const _0n$3 = BigInt(0);
const _1n$4 = BigInt(1);
const atitle = (title) => title ? `"${title}" ` : "";
function abool(value, title = "") {
	if (typeof value !== "boolean") throw new TypeError(atitle(title) + "expected boolean, got type=" + typeof value);
	return value;
}
function abignumber(n) {
	if (typeof n === "bigint") {
		if (!isPosBig(n)) throw new RangeError("positive bigint expected, got " + n);
	} else anumber(n);
	return n;
}
function asafenumber(value, title = "") {
	if (typeof value !== "number") {
		const prefix = title && `"${title}" `;
		throw new TypeError(prefix + "expected number, got type=" + typeof value);
	}
	if (!Number.isSafeInteger(value)) {
		const prefix = title && `"${title}" `;
		throw new RangeError(prefix + "expected safe integer, got " + value);
	}
}
function hexToNumber(hex) {
	if (typeof hex !== "string") throw new TypeError("hex string expected, got " + typeof hex);
	return hex === "" ? _0n$3 : BigInt("0x" + hex);
}
function bytesToNumberBE(bytes) {
	return hexToNumber(bytesToHex$1(bytes));
}
function bytesToNumberLE(bytes) {
	return hexToNumber(bytesToHex$1(copyBytes(abytes$1(bytes)).reverse()));
}
function numberToBytesBE(n, len) {
	anumber$1(len);
	if (len === 0) throw new Error("zero output length is invalid");
	n = abignumber(n);
	const expectedLen = len * 2;
	const hex = n.toString(16);
	if (hex.length > expectedLen) throw new RangeError("number is too large");
	return hexToBytes$1(hex.padStart(expectedLen, "0"));
}
function numberToBytesLE(n, len) {
	return numberToBytesBE(n, len).reverse();
}
function copyBytes(bytes) {
	return Uint8Array.from(abytes(bytes));
}
function isPosBig(n) {
	return typeof n === "bigint" && _0n$3 <= n;
}
function inRange(n, min, max) {
	return isPosBig(n) && isPosBig(min) && isPosBig(max) && min <= n && n < max;
}
function aInRange(title, n, min, max) {
	if (!inRange(n, min, max)) throw new RangeError("expected valid " + title + ": " + min + " <= n < " + max + ", got " + n);
}
function bitLen(n) {
	if (n < _0n$3) throw new Error("expected non-negative bigint, got " + n);
	return n === _0n$3 ? 0 : n.toString(2).length;
}
const bitMask = (n) => {
	asafenumber(n, "n");
	return (_1n$4 << BigInt(n)) - _1n$4;
};
function validateObject(object, fields = {}, optFields = {}, title = "object") {
	aobject(object, title);
	aobject(fields, "fields");
	aobject(optFields, "optFields");
	function checkField(fieldName, expectedType, isOpt) {
		const label = title === "object" ? `param "${String(fieldName)}"` : `"${title}.${String(fieldName)}"`;
		const val = object[fieldName];
		if (!Object.hasOwn(object, fieldName) && (isOpt ? val !== void 0 : expectedType !== "function")) throw new TypeError(`${label} is invalid: expected own property`);
		if (isOpt && val === void 0) return;
		const current = typeof val;
		if (current !== expectedType || val === null) throw new TypeError(`${label} is invalid: expected ${expectedType}, got ${current}`);
	}
	const iter = (f, isOpt) => Object.entries(f).forEach(([k, v]) => checkField(k, v, isOpt));
	iter(fields, false);
	iter(optFields, true);
}
// packages/core/node_modules/@noble/curves/abstract/modular.js
/*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) */
const _0n$2 = BigInt(0);
const _1n$3 = BigInt(1);
const _2n$2 = BigInt(2);
const _3n = BigInt(3);
const _4n$2 = BigInt(4);
const _5n$1 = BigInt(5);
const _7n = BigInt(7);
const _8n$2 = BigInt(8);
const _9n = BigInt(9);
const _15n = BigInt(15);
const _16n = BigInt(16);
const POW_WINDOWED_MIN = BigInt("0x10000000000000000");
function mod(a, b) {
	if (b <= _0n$2) throw new Error("mod: expected positive modulus, got " + b);
	const result = a % b;
	return result >= _0n$2 ? result : b + result;
}
function pow(num, power, modulo) {
	if (modulo <= _1n$3) throw new Error("pow: expected modulus > 1, got " + modulo);
	if (typeof power !== "bigint") throw new TypeError("invalid exponent: expected bigint, got " + typeof power);
	if (power < _0n$2) throw new Error("invalid exponent, negatives unsupported");
	if (power === _0n$2) return _1n$3;
	if (power === _1n$3) return num;
	let d = num % modulo;
	if (d < _0n$2) d += modulo;
	if (power < POW_WINDOWED_MIN) {
		let p = _1n$3;
		while (power > _0n$2) {
			if (power & _1n$3) p = p * d % modulo;
			d = d * d % modulo;
			power >>= _1n$3;
		}
		return p;
	}
	const digits = [];
	while (power > _0n$2) {
		digits.push(Number(power & _15n));
		power >>= _4n$2;
	}
	const table = new Array(16);
	table[0] = _1n$3;
	table[1] = d;
	for (let i = 2; i < 16; i++) table[i] = table[i - 1] * d % modulo;
	let p = table[digits[digits.length - 1]];
	for (let w = digits.length - 2; w >= 0; w--) {
		p = p * p % modulo;
		p = p * p % modulo;
		p = p * p % modulo;
		p = p * p % modulo;
		const digit = digits[w];
		if (digit !== 0) p = p * table[digit] % modulo;
	}
	return p;
}
function pow2(x, power, modulo) {
	if (modulo <= _1n$3) throw new Error("pow2: expected modulus > 1, got " + modulo);
	if (power < _0n$2) throw new Error("pow2: expected non-negative exponent, got " + power);
	let res = x;
	while (power-- > _0n$2) {
		res *= res;
		res %= modulo;
	}
	return res;
}
function invert(number, modulo) {
	if (number === _0n$2) throw new Error("invert: expected non-zero number");
	if (modulo <= _1n$3) throw new Error("invert: expected modulus > 1, got " + modulo);
	let a = mod(number, modulo);
	let b = modulo;
	let x = _0n$2, u = _1n$3;
	while (a !== _0n$2) {
		const q = b / a;
		const r = b - a * q;
		const m = x - u * q;
		b = a, a = r, x = u, u = m;
	}
	if (b !== _1n$3) throw new Error("invert: does not exist");
	return mod(x, modulo);
}
function assertIsSquare(Fp, root, n) {
	const F = Fp;
	if (!F.eql(F.sqr(root), n)) throw new Error("Cannot find square root");
}
function aoddModulus(order, fnName) {
	if ((order & _1n$3) === _0n$2) throw new Error(fnName + ": expected odd modulus, got " + order);
}
function sqrt3mod4(Fp, n) {
	const F = Fp;
	const p1div4 = (F.ORDER + _1n$3) / _4n$2;
	const root = F.pow(n, p1div4);
	assertIsSquare(F, root, n);
	return root;
}
function sqrt5mod8(Fp, n) {
	const F = Fp;
	const p5div8 = (F.ORDER - _5n$1) / _8n$2;
	const n2 = F.mul(n, _2n$2);
	const v = F.pow(n2, p5div8);
	const nv = F.mul(n, v);
	const i = F.mul(F.mul(nv, _2n$2), v);
	const root = F.mul(nv, F.sub(i, F.ONE));
	assertIsSquare(F, root, n);
	return root;
}
function sqrt9mod16(P) {
	const Fp_ = Field(P);
	const tn = tonelliShanks(P);
	const c1 = tn(Fp_, Fp_.neg(Fp_.ONE));
	const c2 = tn(Fp_, c1);
	const c3 = tn(Fp_, Fp_.neg(c1));
	const c4 = (P + _7n) / _16n;
	return ((Fp, n) => {
		const F = Fp;
		let tv1 = F.pow(n, c4);
		let tv2 = F.mul(tv1, c1);
		const tv3 = F.mul(tv1, c2);
		const tv4 = F.mul(tv1, c3);
		const e1 = F.eql(F.sqr(tv2), n);
		const e2 = F.eql(F.sqr(tv3), n);
		tv1 = F.cmov(tv1, tv2, e1);
		tv2 = F.cmov(tv4, tv3, e2);
		const e3 = F.eql(F.sqr(tv2), n);
		const root = F.cmov(tv1, tv2, e3);
		assertIsSquare(F, root, n);
		return root;
	});
}
function tonelliShanks(P) {
	if (P < _3n) throw new Error("sqrt is not defined for small field");
	aoddModulus(P, "tonelliShanks");
	let Q = P - _1n$3;
	let S = 0;
	while (Q % _2n$2 === _0n$2) {
		Q /= _2n$2;
		S++;
	}
	let Z = _2n$2;
	const _Fp = Field(P);
	while (FpLegendre(_Fp, Z) === 1) if (Z++ > 1e3) throw new Error("Cannot find square root: probably non-prime P");
	if (S === 1) return sqrt3mod4;
	let cc = _Fp.pow(Z, Q);
	const Q1div2 = (Q + _1n$3) / _2n$2;
	return function tonelliSlow(Fp, n) {
		const F = Fp;
		if (F.is0(n)) return n;
		if (FpLegendre(F, n) !== 1) throw new Error("Cannot find square root");
		let M = S;
		let c = F.mul(F.ONE, cc);
		let t = F.pow(n, Q);
		let R = F.pow(n, Q1div2);
		while (!F.eql(t, F.ONE)) {
			if (F.is0(t)) throw new Error("Cannot find square root: probably non-prime P");
			let i = 1;
			let t_tmp = F.sqr(t);
			while (!F.eql(t_tmp, F.ONE)) {
				i++;
				t_tmp = F.sqr(t_tmp);
				if (i === M) throw new Error("Cannot find square root");
			}
			const exponent = _1n$3 << BigInt(M - i - 1);
			const b = F.pow(c, exponent);
			M = i;
			c = F.sqr(b);
			t = F.mul(t, c);
			R = F.mul(R, b);
		}
		return R;
	};
}
function FpSqrt(P) {
	aoddModulus(P, "Fp.sqrt");
	if (P % _4n$2 === _3n) return sqrt3mod4;
	if (P % _8n$2 === _5n$1) return sqrt5mod8;
	if (P % _16n === _9n) return sqrt9mod16(P);
	return tonelliShanks(P);
}
const isNegativeLE = (num, modulo) => (mod(num, modulo) & _1n$3) === _1n$3;
const FIELD_FIELDS = [
	"create",
	"isValid",
	"is0",
	"neg",
	"inv",
	"sqrt",
	"sqr",
	"eql",
	"add",
	"sub",
	"mul",
	"pow",
	"div",
	"addN",
	"subN",
	"mulN",
	"sqrN"
];
function validateField(field) {
	aobject(field, "field");
	if (typeof field.ORDER !== "bigint") throw new TypeError("param \"ORDER\" is invalid: expected bigint, got " + typeof field.ORDER);
	asafenumber(field.BYTES, "BYTES");
	asafenumber(field.BITS, "BITS");
	for (const name of FIELD_FIELDS) afunction(field[name], "field." + name);
	if (field.BYTES < 1 || field.BITS < 1) throw new Error("invalid field: expected BYTES/BITS > 0");
	if (field.ORDER <= _1n$3) throw new Error("invalid field: expected ORDER > 1, got " + field.ORDER);
	return field;
}
function FpInvertBatch(Fp, nums, passZero = false) {
	validateField(Fp);
	aarray(nums, "nums");
	abool(passZero, "passZero");
	const F = Fp;
	const inverted = new Array(nums.length).fill(passZero ? F.ZERO : void 0);
	const multipliedAcc = nums.reduce((acc, num, i) => {
		if (F.is0(num)) return acc;
		inverted[i] = acc;
		return F.mul(acc, num);
	}, F.ONE);
	const invertedAcc = F.inv(multipliedAcc);
	nums.reduceRight((acc, num, i) => {
		if (F.is0(num)) return acc;
		inverted[i] = F.mul(acc, inverted[i]);
		return F.mul(acc, num);
	}, invertedAcc);
	return inverted;
}
function FpLegendre(Fp, n) {
	validateField(Fp);
	const F = Fp;
	aoddModulus(F.ORDER, "FpLegendre");
	const p1mod2 = (F.ORDER - _1n$3) / _2n$2;
	const powered = F.pow(n, p1mod2);
	const yes = F.eql(powered, F.ONE);
	const zero = F.eql(powered, F.ZERO);
	const no = F.eql(powered, F.neg(F.ONE));
	if (!yes && !zero && !no) throw new Error("invalid Legendre symbol result");
	return yes ? 1 : zero ? 0 : -1;
}
function nLength(n, nBitLength) {
	if (nBitLength !== void 0) anumber(nBitLength);
	if (n <= _0n$2) throw new Error("invalid n length: expected positive n, got " + n);
	if (nBitLength !== void 0 && nBitLength < 1) throw new Error("invalid n length: expected positive bit length, got " + nBitLength);
	const bits = bitLen(n);
	if (nBitLength !== void 0 && nBitLength < bits) throw new Error(`invalid n length: expected nBitLength (${nBitLength}) >= bitLen(n) (${bits})`);
	const _nBitLength = nBitLength !== void 0 ? nBitLength : bits;
	return {
		nBitLength: _nBitLength,
		nByteLength: Math.ceil(_nBitLength / 8)
	};
}
const FIELD_SQRT = new WeakMap();
var _Field = class {
	ORDER;
	BITS;
	BYTES;
	isLE;
	ZERO = _0n$2;
	ONE = _1n$3;
	_lengths;
	_mod;
	constructor(ORDER, opts = {}) {
		if (ORDER <= _1n$3) throw new Error("invalid field: expected ORDER > 1, got " + ORDER);
		let _nbitLength = void 0;
		this.isLE = false;
		if (opts != null && typeof opts === "object") {
			if (typeof opts.BITS === "number") _nbitLength = opts.BITS;
			if (typeof opts.sqrt === "function") Object.defineProperty(this, "sqrt", {
				value: opts.sqrt,
				enumerable: true
			});
			if (typeof opts.isLE === "boolean") this.isLE = opts.isLE;
			if (opts.allowedLengths) this._lengths = Object.freeze(opts.allowedLengths.slice());
			if (typeof opts.modFromBytes === "boolean") this._mod = opts.modFromBytes;
		}
		const { nBitLength, nByteLength } = nLength(ORDER, _nbitLength);
		if (nByteLength > 2048) throw new Error("invalid field: expected ORDER of <= 2048 bytes");
		this.ORDER = ORDER;
		this.BITS = nBitLength;
		this.BYTES = nByteLength;
		Object.freeze(this);
	}
	create(num) {
		return mod(num, this.ORDER);
	}
	isValid(num) {
		if (typeof num !== "bigint") throw new TypeError("invalid field element: expected bigint, got " + typeof num);
		return _0n$2 <= num && num < this.ORDER;
	}
	is0(num) {
		return num === _0n$2;
	}
	isValidNot0(num) {
		return !this.is0(num) && this.isValid(num);
	}
	isOdd(num) {
		return (num & _1n$3) === _1n$3;
	}
	neg(num) {
		return mod(-num, this.ORDER);
	}
	eql(lhs, rhs) {
		return lhs === rhs;
	}
	sqr(num) {
		return mod(num * num, this.ORDER);
	}
	add(lhs, rhs) {
		return mod(lhs + rhs, this.ORDER);
	}
	sub(lhs, rhs) {
		return mod(lhs - rhs, this.ORDER);
	}
	mul(lhs, rhs) {
		return mod(lhs * rhs, this.ORDER);
	}
	pow(num, power) {
		return pow(num, power, this.ORDER);
	}
	div(lhs, rhs) {
		return mod(lhs * invert(rhs, this.ORDER), this.ORDER);
	}
	sqrN(num) {
		return num * num;
	}
	addN(lhs, rhs) {
		return lhs + rhs;
	}
	subN(lhs, rhs) {
		return lhs - rhs;
	}
	mulN(lhs, rhs) {
		return lhs * rhs;
	}
	inv(num) {
		return invert(num, this.ORDER);
	}
	sqrt(num) {
		let sqrt = FIELD_SQRT.get(this);
		if (!sqrt) FIELD_SQRT.set(this, sqrt = FpSqrt(this.ORDER));
		return sqrt(this, num);
	}
	toBytes(num) {
		return this.isLE ? numberToBytesLE(num, this.BYTES) : numberToBytesBE(num, this.BYTES);
	}
	fromBytes(bytes, skipValidation = false) {
		abytes(bytes);
		const { _lengths: allowedLengths, BYTES, isLE, ORDER, _mod: modFromBytes } = this;
		if (allowedLengths) {
			if (bytes.length < 1 || !allowedLengths.includes(bytes.length) || bytes.length > BYTES) throw new Error("Field.fromBytes: expected " + allowedLengths + " bytes, got " + bytes.length);
			const padded = new Uint8Array(BYTES);
			padded.set(bytes, isLE ? 0 : padded.length - bytes.length);
			bytes = padded;
		}
		if (bytes.length !== BYTES) throw new Error("Field.fromBytes: expected " + BYTES + " bytes, got " + bytes.length);
		let scalar = isLE ? bytesToNumberLE(bytes) : bytesToNumberBE(bytes);
		if (modFromBytes) scalar = mod(scalar, ORDER);
		if (!skipValidation) {
			if (!this.isValid(scalar)) throw new Error("invalid field element: outside of range 0..ORDER");
		}
		return scalar;
	}
	invertBatch(lst) {
		return FpInvertBatch(this, lst, true);
	}
	cmov(a, b, condition) {
		abool(condition, "condition");
		return condition ? b : a;
	}
};
function Field(ORDER, opts = {}) {
	Object.freeze(_Field.prototype);
	return new _Field(ORDER, opts);
}
// packages/core/node_modules/@noble/curves/abstract/curve.js
/*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) */
const _0n$1 = BigInt(0);
const _1n$2 = BigInt(1);
const _4n$1 = BigInt(4);
const BLIND_BYTES = 16;
const BLIND_BITS = 128;
const FW_WINDOW = 5;
const TABLE_BYTES_MAX = (() => 2 ** 31)();
function validatePointCons(Point) {
	const pc = Point;
	if (typeof pc !== "function") throw new TypeError("\"Point\" expected constructor, got type=" + typeof Point);
	afunction(pc.fromAffine, "Point.fromAffine");
	afunction(pc.fromBytes, "Point.fromBytes");
	afunction(pc.fromHex, "Point.fromHex");
	aobject(pc.BASE, "Point.BASE");
	aobject(pc.ZERO, "Point.ZERO");
	validateField(pc.Fp);
	validateField(pc.Fn);
}
function normalizeZ(c, points) {
	validatePointCons(c);
	validateMSMPoints(points, c);
	const invertedZs = FpInvertBatch(c.Fp, points.map((p) => p.Z));
	return points.map((p, i) => c.fromAffine(p.toAffine(invertedZs[i])));
}
function validateW(W, bits, min = 1) {
	if (!Number.isSafeInteger(W) || W < min || W > bits) throw new Error("invalid window size, expected [" + min + ".." + bits + "], got W=" + W);
}
function validateTableBytes(numPoints, fpBytes) {
	const bytes = numPoints * (4 * fpBytes + 128);
	if (bytes > TABLE_BYTES_MAX) throw new Error("invalid window size: table would need ~" + Math.ceil(bytes / 2 ** 20) + " MiB, max " + TABLE_BYTES_MAX / 2 ** 20 + " MiB");
}
function probeRandomBytes(randomBytes, length) {
	if (randomBytes === void 0) return void 0;
	afunction(randomBytes, "randomBytes");
	try {
		const probe = randomBytes(length);
		if (!isBytes(probe) || probe.length !== length) return void 0;
	} catch {
		return;
	}
	return randomBytes;
}
function validateMSMPoints(points, c) {
	aarray(points, "points");
	points.forEach((p, i) => {
		if (!(p instanceof c)) throw new Error("invalid point at index " + i);
	});
}
function validateMSMScalars(scalars, field, maxScalar) {
	if (!Array.isArray(scalars)) throw new Error("array of scalars expected");
	scalars.forEach((s, i) => {
		if (!(maxScalar === void 0 ? field.isValid(s) : isPosBig(s) && s < maxScalar)) throw new Error("invalid scalar at index " + i);
	});
}
const pointWindowSizes = new WeakMap();
function getWindowSize(P) {
	return pointWindowSizes.get(P) || 1;
}
function oddMultiples(p, size) {
	const dbl = p.double();
	const t = [p];
	for (let j = 1; j < size; j++) t.push(t[j - 1].add(dbl));
	return t;
}
function wnafDigits(n, W) {
	const size = 2 ** W;
	const half = size / 2;
	const mask = BigInt(size - 1);
	const d = [];
	while (n > _0n$1) {
		let w = 0;
		if (n & _1n$2) {
			w = Number(n & mask);
			if (w >= half) w -= size;
			n -= BigInt(w);
		}
		d.push(w);
		n >>= _1n$2;
	}
	return d;
}
function signedWindowDigits(n, W, windows) {
	const size = 2 ** W;
	const half = size / 2;
	const mask = BigInt(size - 1);
	const shiftBy = BigInt(W);
	const d = [];
	for (let w = 0; w < windows; w++) {
		let v = Number(n & mask);
		n >>= shiftBy;
		if (v > half) {
			v -= size;
			n += _1n$2;
		}
		d.push(v);
	}
	if (n !== _0n$1) throw new Error("invalid wnaf");
	return d;
}
function wnafWalk(zero, tables, digits) {
	let max = 0;
	for (const d of digits) max = Math.max(max, d.length);
	let acc = zero;
	for (let bit = max - 1; bit >= 0; bit--) {
		if (bit !== max - 1) acc = acc.double();
		for (let i = 0; i < digits.length; i++) {
			const w = digits[i][bit];
			if (w) {
				const item = tables[i][Math.abs(w) - 1 >> 1];
				acc = acc.add(w < 0 ? item.negate() : item);
			}
		}
	}
	return acc;
}
var ScalarMultiplier = class {
	Point;
	BASE;
	ZERO;
	randomBytes;
	wnafPrecomputes = new WeakMap();
	baseCanBeBlinded;
	bits;
	constructor(Point, randomBytes) {
		validatePointCons(Point);
		this.randomBytes = probeRandomBytes(randomBytes, BLIND_BYTES);
		this.Point = Point;
		this.BASE = Point.BASE;
		this.ZERO = Point.ZERO;
		this.bits = Point.Fn.BITS;
	}
	buildWnafTable(point, W, bits) {
		const windows = Math.ceil(bits / W) + 1;
		const half = 2 ** (W - 1);
		const comp = [];
		let base = point;
		for (let w = 0; w < windows; w++) {
			let acc = base;
			for (let i = 0; i < half; i++) {
				comp.push(acc);
				acc = acc.add(base);
			}
			base = comp[comp.length - 1].double();
		}
		return {
			W,
			bits,
			windows,
			comp
		};
	}
	wnafCachedCT(precomputes, n) {
		const { W, windows, comp } = precomputes;
		const half = 2 ** (W - 1);
		const digits = signedWindowDigits(n, W, windows);
		let p = this.ZERO;
		let f = this.BASE;
		for (let w = 0; w < windows; w++) {
			const digit = digits[w];
			const start = w * half;
			const idx = Math.abs(digit) - 1;
			let sel = comp[start];
			for (let i = 1; i < half; i++) sel = i === idx ? comp[start + i] : sel;
			const neg = sel.negate();
			if (digit === 0) f = f.add(comp[start]);
			else p = p.add(digit < 0 ? neg : sel);
		}
		return {
			p,
			f
		};
	}
	getWnafPrecomputes(W, point, bits, transform) {
		let entries = this.wnafPrecomputes.get(point);
		let comp = entries?.find((entry) => entry.W === W && entry.bits === bits);
		if (!comp) {
			comp = this.buildWnafTable(point, W, bits);
			if (typeof transform === "function") comp = {
				...comp,
				comp: transform(comp.comp)
			};
			if (!entries) {
				entries = [];
				this.wnafPrecomputes.set(point, entries);
			}
			entries.push(comp);
		}
		return comp;
	}
	assertPoint(point) {
		if (!(point instanceof this.Point)) throw new TypeError("\"point\" expected Point instance, got type=" + typeof point);
	}
	validateMulInput(point, scalar) {
		this.assertPoint(point);
		if (!inRange(scalar, _1n$2, this.Point.Fn.ORDER)) throw new Error("invalid scalar");
	}
	runCT(point, n, bits, transform) {
		const W = getWindowSize(point);
		if (W === 1) return this.fixedWindowCT(point, n, bits);
		return this.wnafCachedCT(this.getWnafPrecomputes(W, point, bits, transform), n);
	}
	mulCT(point, scalar, transform) {
		this.validateMulInput(point, scalar);
		return this.runCT(point, scalar, this.bits, transform);
	}
	mulCTBlinded(point, scalar, transform) {
		this.validateMulInput(point, scalar);
		if (this.randomBytes === void 0) throw new Error("randomBytes is required for scalar blinding");
		const bits = this.Point.Fn.BITS + BLIND_BITS;
		const blind = this.randomBytes(BLIND_BYTES);
		if (!isBytes(blind) || blind.length !== BLIND_BYTES) throw new Error("randomBytes returned invalid byte array");
		blind[0] = blind[0] & 63 | 128;
		const n = scalar + bytesToNumberBE(blind) * this.Point.Fn.ORDER;
		return this.runCT(point, n, bits, transform);
	}
	fixedWindowCT(point, n, bits) {
		const W = FW_WINDOW;
		const size = 32;
		const mask = bitMask(W);
		const table = new Array(size);
		table[0] = this.ZERO;
		for (let i = 1; i < size; i++) table[i] = table[i - 1].add(point);
		const windows = Math.ceil(bits / W);
		let acc = this.ZERO;
		for (let window = windows - 1; window >= 0; window--) {
			if (window !== windows - 1) for (let d = 0; d < W; d++) acc = acc.double();
			const digit = Number(n >> BigInt(window * W) & mask);
			let sel = table[0];
			for (let i = 1; i < size; i++) sel = i === digit ? table[i] : sel;
			acc = acc.add(sel);
		}
		return {
			p: acc,
			f: acc
		};
	}
	shouldBlind(point, cofactor) {
		if (this.randomBytes === void 0) return false;
		if (cofactor === _1n$2) return true;
		if (point !== this.BASE) return false;
		if (this.baseCanBeBlinded === void 0) this.baseCanBeBlinded = this.mulUnsafe(this.BASE, this.Point.Fn.ORDER).is0();
		return this.baseCanBeBlinded;
	}
	mulSecret(point, scalar, cofactor, transform) {
		return this.shouldBlind(point, cofactor) ? this.mulCTBlinded(point, scalar, transform) : this.mulCT(point, scalar, transform);
	}
	mulUnsafe(point, scalar, transform) {
		this.assertPoint(point);
		if (!isPosBig(scalar)) throw new Error("invalid scalar");
		const W = getWindowSize(point);
		if (W === 1 || scalar >= this.Point.Fn.ORDER) return mulAddUnsafe(this.Point, [point], [scalar], true);
		const precomputes = this.getWnafPrecomputes(W, point, this.bits, transform);
		return this.wnafCachedCT(precomputes, scalar).p;
	}
	setWindowSize(point, W) {
		this.assertPoint(point);
		validateW(W, this.bits);
		validateTableBytes((Math.ceil((this.bits + BLIND_BITS) / W) + 1) * 2 ** (W - 1), this.Point.Fp.BYTES);
		pointWindowSizes.set(point, W);
		this.wnafPrecomputes.delete(point);
	}
	hasWindowSize(point) {
		return getWindowSize(point) !== 1;
	}
};
function mulAddUnsafe(c, points, scalars, allowOversized = false) {
	validatePointCons(c);
	validateMSMPoints(points, c);
	abool(allowOversized, "allowOversized");
	validateMSMScalars(scalars, c.Fn, allowOversized ? c.Fn.ORDER ** _4n$1 : void 0);
	if (points.length !== scalars.length) throw new Error("arrays of points and scalars must have equal length");
	const tables = points.map((p) => oddMultiples(p, 4));
	const digits = scalars.map((n) => wnafDigits(n, 4));
	return wnafWalk(c.ZERO, tables, digits);
}
function createField(order, field, isLE) {
	if (field) {
		if (field.ORDER !== order) throw new Error("Field.ORDER must match order: Fp == p, Fn == n");
		validateField(field);
		return field;
	} else return Field(order, { isLE });
}
function createCurveFields(type, CURVE, curveOpts = {}, FpFnLE) {
	if (type !== "weierstrass" && type !== "edwards") throw new Error("expected curve type \"weierstrass\" or \"edwards\"");
	if (FpFnLE === void 0) FpFnLE = type === "edwards";
	if (!CURVE || typeof CURVE !== "object") throw new Error(`expected valid ${type} CURVE object`);
	validateObject(curveOpts);
	for (const p of [
		"p",
		"n",
		"h"
	]) {
		const val = CURVE[p];
		if (!(isPosBig(val) && val !== _0n$1)) throw new Error(`CURVE.${p} must be positive bigint`);
	}
	const Fp = createField(CURVE.p, curveOpts.Fp, FpFnLE);
	const Fn = createField(CURVE.n, curveOpts.Fn, FpFnLE);
	const params = [
		"Gx",
		"Gy",
		"a",
		type === "weierstrass" ? "b" : "d"
	];
	for (const p of params) if (!Fp.isValid(CURVE[p])) throw new Error(`CURVE.${p} must be valid field element of CURVE.Fp`);
	CURVE = Object.freeze(Object.assign({}, CURVE));
	return {
		CURVE,
		Fp,
		Fn
	};
}
function createKeygen(randomSecretKey, getPublicKey) {
	return function keygen(seed) {
		const secretKey = randomSecretKey(seed);
		return {
			secretKey,
			publicKey: getPublicKey(secretKey)
		};
	};
}
// packages/core/node_modules/@noble/curves/abstract/edwards.js
/*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) */
const _0n = BigInt(0);
const _1n$1 = BigInt(1);
const _2n$1 = BigInt(2);
const _4n = BigInt(4);
const _8n$1 = BigInt(8);
function isEdValidXY(Fp, CURVE, x, y) {
	const x2 = Fp.sqr(x);
	const y2 = Fp.sqr(y);
	const left = Fp.add(Fp.mul(CURVE.a, x2), y2);
	const right = Fp.add(Fp.ONE, Fp.mul(CURVE.d, Fp.mul(x2, y2)));
	return Fp.eql(left, right);
}
function edwards(params, extraOpts = {}) {
	validateObject(extraOpts, {}, {}, "extraOpts");
	const opts = extraOpts;
	const validated = createCurveFields("edwards", params, opts, opts.FpFnLE);
	const { Fp, Fn } = validated;
	let CURVE = validated.CURVE;
	const { h: cofactor } = CURVE;
	if (FpLegendre(Fp, CURVE.a) !== 1) throw new Error("edwards: CURVE.a must be a square in Fp for complete addition formulas");
	if (FpLegendre(Fp, CURVE.d) !== -1) throw new Error("edwards: CURVE.d must be a non-square in Fp for complete addition formulas");
	validateObject(opts, {}, {
		uvRatio: "function",
		randomBytes: "function"
	});
	const randomBytes$2 = opts.randomBytes === void 0 ? randomBytes : opts.randomBytes;
	const MASK = _2n$1 << BigInt(Fp.BYTES * 8) - _1n$1;
	function isOdd(n) {
		if (!Fp.isOdd) throw new Error("Field does not have .isOdd()");
		return Fp.isOdd(n);
	}
	const uvRatio = opts.uvRatio === void 0 ? (u, v) => {
		try {
			return {
				isValid: true,
				value: Fp.sqrt(Fp.div(u, v))
			};
		} catch (e) {
			return {
				isValid: false,
				value: _0n
			};
		}
	} : opts.uvRatio;
	if (!isEdValidXY(Fp, CURVE, CURVE.Gx, CURVE.Gy)) throw new Error("bad curve params: generator point");
	const mulA = Fp.eql(CURVE.a, Fp.neg(Fp.ONE)) ? (x) => Fp.neg(x) : Fp.eql(CURVE.a, Fp.ONE) ? (x) => x : (x) => Fp.mul(CURVE.a, x);
	function acoord(title, n, banZero = false) {
		const min = banZero ? _1n$1 : _0n;
		aInRange("coordinate " + title, n, min, MASK);
		return n;
	}
	function aedpoint(other) {
		if (!(other instanceof Point)) throw new Error("EdwardsPoint expected");
	}
	class Point {
		static BASE = new Point(CURVE.Gx, CURVE.Gy, Fp.ONE, Fp.mul(CURVE.Gx, CURVE.Gy));
		static ZERO = new Point(Fp.ZERO, Fp.ONE, Fp.ONE, Fp.ZERO);
		static Fp = Fp;
		static Fn = Fn;
		X;
		Y;
		Z;
		T;
		constructor(X, Y, Z, T) {
			this.X = acoord("x", X);
			this.Y = acoord("y", Y);
			this.Z = acoord("z", Z, true);
			this.T = acoord("t", T);
			Object.freeze(this);
		}
		static CURVE() {
			return CURVE;
		}
		static fromAffine(p) {
			if (p instanceof Point) throw new Error("extended point not allowed");
			const { x, y } = p || {};
			acoord("x", x);
			acoord("y", y);
			return new Point(x, y, Fp.ONE, Fp.mul(x, y));
		}
		static fromBytes(bytes, zip215 = false) {
			const len = Fp.BYTES;
			const { a, d } = CURVE;
			bytes = copyBytes(abytes(bytes, len, "point"));
			abool(zip215, "zip215");
			const normed = copyBytes(bytes);
			const lastByte = bytes[len - 1];
			normed[len - 1] = lastByte & -129;
			const y = bytesToNumberLE(normed);
			const max = zip215 ? MASK : Fp.ORDER;
			aInRange("point.y", y, _0n, max);
			const y2 = Fp.sqr(y);
			const u = Fp.sub(y2, Fp.ONE);
			const v = Fp.sub(Fp.mulN(d, y2), a);
			let { isValid, value: x } = uvRatio(u, v);
			if (!isValid) throw new Error("bad point: invalid y coordinate");
			const isXOdd = isOdd(x);
			const isLastByteOdd = (lastByte & 128) !== 0;
			if (!zip215 && Fp.is0(x) && isLastByteOdd) throw new Error("bad point: x=0 and x_0=1");
			if (isLastByteOdd !== isXOdd) x = Fp.neg(x);
			return Point.fromAffine({
				x,
				y
			});
		}
		static fromHex(hex, zip215 = false) {
			return Point.fromBytes(hexToBytes(hex), zip215);
		}
		get x() {
			return this.toAffine().x;
		}
		get y() {
			return this.toAffine().y;
		}
		precompute(windowSize = 6, isLazy = true) {
			wnaf.setWindowSize(this, windowSize);
			if (!isLazy) this.multiply(_2n$1);
			return this;
		}
		assertValidity() {
			const p = this;
			const { a, d } = CURVE;
			if (p.is0()) throw new Error("bad point: ZERO");
			const { X, Y, Z, T } = p;
			const X2 = Fp.sqr(X);
			const Y2 = Fp.sqr(Y);
			const Z2 = Fp.sqr(Z);
			const Z4 = Fp.sqr(Z2);
			const aX2 = Fp.mul(X2, a);
			const left = Fp.mul(Fp.add(aX2, Y2), Z2);
			const right = Fp.add(Z4, Fp.mul(d, Fp.mul(X2, Y2)));
			if (!Fp.eql(left, right)) throw new Error("bad point: equation left != right (1)");
			const XY = Fp.mul(X, Y);
			const ZT = Fp.mul(Z, T);
			if (!Fp.eql(XY, ZT)) throw new Error("bad point: equation left != right (2)");
		}
		equals(other) {
			aedpoint(other);
			const { X: X1, Y: Y1, Z: Z1 } = this;
			const { X: X2, Y: Y2, Z: Z2 } = other;
			const X1Z2 = Fp.mul(X1, Z2);
			const X2Z1 = Fp.mul(X2, Z1);
			const Y1Z2 = Fp.mul(Y1, Z2);
			const Y2Z1 = Fp.mul(Y2, Z1);
			return Fp.eql(X1Z2, X2Z1) && Fp.eql(Y1Z2, Y2Z1);
		}
		is0() {
			return this.equals(Point.ZERO);
		}
		negate() {
			return new Point(Fp.neg(this.X), this.Y, this.Z, Fp.neg(this.T));
		}
		double() {
			const { X: X1, Y: Y1, Z: Z1 } = this;
			const A = Fp.sqr(X1);
			const B = Fp.sqr(Y1);
			const C = Fp.mul(Fp.sqr(Z1), _2n$1);
			const D = mulA(A);
			const x1y1 = Fp.addN(X1, Y1);
			const E = Fp.sub(Fp.subN(Fp.sqr(x1y1), A), B);
			const G = Fp.addN(D, B);
			const F = Fp.subN(G, C);
			const H = Fp.subN(D, B);
			const X3 = Fp.mul(E, F);
			const Y3 = Fp.mul(G, H);
			const T3 = Fp.mul(E, H);
			const Z3 = Fp.mul(F, G);
			return new Point(X3, Y3, Z3, T3);
		}
		add(other) {
			aedpoint(other);
			const { d } = CURVE;
			const { X: X1, Y: Y1, Z: Z1, T: T1 } = this;
			const { X: X2, Y: Y2, Z: Z2, T: T2 } = other;
			const A = Fp.mul(X1, X2);
			const B = Fp.mul(Y1, Y2);
			const C = Fp.mul(Fp.mulN(T1, d), T2);
			const D = Fp.mul(Z1, Z2);
			const E = Fp.sub(Fp.subN(Fp.mulN(Fp.addN(X1, Y1), Fp.addN(X2, Y2)), A), B);
			const F = Fp.subN(D, C);
			const G = Fp.addN(D, C);
			const H = Fp.sub(B, mulA(A));
			const X3 = Fp.mul(E, F);
			const Y3 = Fp.mul(G, H);
			const T3 = Fp.mul(E, H);
			const Z3 = Fp.mul(F, G);
			return new Point(X3, Y3, Z3, T3);
		}
		subtract(other) {
			aedpoint(other);
			return this.add(other.negate());
		}
		multiply(scalar) {
			if (!Fn.isValidNot0(scalar)) throw new RangeError("invalid scalar: expected 1 <= sc < curve.n");
			const { p, f } = wnaf.mulSecret(this, scalar, cofactor, normalize);
			return normalize([p, f])[0];
		}
		multiplyUnsafe(scalar) {
			if (!Fn.isValid(scalar)) throw new RangeError("invalid scalar: expected 0 <= sc < curve.n");
			if (scalar === _0n) return Point.ZERO;
			if (this.is0() || scalar === _1n$1) return this;
			return wnaf.mulUnsafe(this, scalar, normalize);
		}
		isSmallOrder() {
			return this.clearCofactor().is0();
		}
		isTorsionFree() {
			return wnaf.mulUnsafe(this, CURVE.n).is0();
		}
		toAffine(invertedZ) {
			const p = this;
			let iz = invertedZ;
			if (iz != null && typeof iz !== "bigint") throw new TypeError("\"invertedZ\" expected bigint, got type=" + typeof iz);
			const { X, Y, Z } = p;
			const is0 = p.is0();
			if (iz == null) iz = is0 ? Fp.create(_8n$1) : Fp.inv(Z);
			const x = Fp.mul(X, iz);
			const y = Fp.mul(Y, iz);
			const zz = Fp.mul(Z, iz);
			if (is0) return {
				x: Fp.ZERO,
				y: Fp.ONE
			};
			if (!Fp.eql(zz, Fp.ONE)) throw new Error("invZ was invalid");
			return {
				x,
				y
			};
		}
		clearCofactor() {
			if (cofactor === _1n$1) return this;
			if (cofactor === _2n$1) return this.double();
			if (cofactor === _4n) return this.double().double();
			if (cofactor === _8n$1) return this.double().double().double();
			return this.multiplyUnsafe(cofactor);
		}
		toBytes() {
			const { x, y } = this.toAffine();
			const bytes = Fp.toBytes(y);
			bytes[bytes.length - 1] |= isOdd(x) ? 128 : 0;
			return bytes;
		}
		toHex() {
			return bytesToHex(this.toBytes());
		}
		toString() {
			return `<Point ${this.is0() ? "ZERO" : this.toHex()}>`;
		}
	}
	const normalize = (points) => normalizeZ(Point, points);
	const wnaf = new ScalarMultiplier(Point, randomBytes$2);
	if (wnaf.bits >= 6) Point.BASE.precompute(6);
	Object.freeze(Point.prototype);
	Object.freeze(Point);
	return Point;
}
function eddsa(Point, cHash, eddsaOpts = {}) {
	validatePointCons(Point);
	if (typeof cHash !== "function") throw new Error("\"hash\" function param is required");
	const hash = cHash;
	const opts = eddsaOpts;
	validateObject(opts, {}, {
		adjustScalarBytes: "function",
		randomBytes: "function",
		domain: "function",
		prehash: "function",
		zip215: "boolean",
		mapToCurve: "function",
		toMontgomery: "function",
		toMontgomerySecret: "function"
	});
	const { prehash } = opts;
	const { BASE, Fp, Fn } = Point;
	const outputLen = hash.outputLen;
	const expectedLen = 2 * Fp.BYTES;
	if (outputLen !== void 0) {
		asafenumber(outputLen, "hash.outputLen");
		if (outputLen !== expectedLen) throw new Error(`hash.outputLen must be ${expectedLen}, got ${outputLen}`);
	}
	const randomBytes$3 = opts.randomBytes === void 0 ? randomBytes : opts.randomBytes;
	const toMontgomery = opts.toMontgomery;
	const toMontgomerySecret = opts.toMontgomerySecret;
	const adjustScalarBytes = opts.adjustScalarBytes === void 0 ? (bytes) => bytes : opts.adjustScalarBytes;
	const domain = opts.domain === void 0 ? (data, ctx, phflag) => {
		abool(phflag, "phflag");
		if (ctx.length || phflag) throw new Error("Contexts/pre-hash are not supported");
		return data;
	} : opts.domain;
	function modN_LE(hash) {
		return Fn.create(bytesToNumberLE(hash));
	}
	function getPrivateScalar(key) {
		const len = lengths.secretKey;
		abytes(key, lengths.secretKey, "secretKey");
		const hashed = abytes(hash(key), 2 * len, "hashedSecretKey");
		const head = adjustScalarBytes(hashed.slice(0, len));
		return {
			head,
			prefix: hashed.slice(len, 2 * len),
			scalar: modN_LE(head)
		};
	}
	function getExtendedPublicKey(secretKey) {
		const { head, prefix, scalar } = getPrivateScalar(secretKey);
		const point = BASE.multiply(scalar);
		return {
			head,
			prefix,
			scalar,
			point,
			pointBytes: point.toBytes()
		};
	}
	function getPublicKey(secretKey) {
		return getExtendedPublicKey(secretKey).pointBytes;
	}
	function hashDomainToScalar(context = Uint8Array.of(), ...msgs) {
		const msg = concatBytes(...msgs);
		return modN_LE(hash(domain(msg, abytes(context, void 0, "context"), !!prehash)));
	}
	function sign(msg, secretKey, options = {}) {
		validateObject(options, {}, {}, "options");
		msg = copyBytes(abytes(msg, void 0, "message"));
		if (prehash) msg = prehash(msg);
		const { prefix, scalar, pointBytes } = getExtendedPublicKey(secretKey);
		const r = hashDomainToScalar(options.context, prefix, msg);
		const R = BASE.multiply(r).toBytes();
		const k = hashDomainToScalar(options.context, R, pointBytes, msg);
		const s = Fn.create(r + k * scalar);
		if (!Fn.isValid(s)) throw new Error("sign failed: invalid s");
		const rs = concatBytes(R, Fn.toBytes(s));
		return abytes(rs, lengths.signature, "result");
	}
	const verifyOpts = { zip215: opts.zip215 };
	function verify(sig, msg, publicKey, options = verifyOpts) {
		validateObject(options);
		const { context } = options;
		const zip215 = options.zip215 === void 0 ? !!verifyOpts.zip215 : options.zip215;
		const len = lengths.signature;
		sig = abytes(sig, len, "signature");
		msg = abytes(msg, void 0, "message");
		publicKey = abytes(publicKey, lengths.publicKey, "publicKey");
		if (zip215 !== void 0) abool(zip215, "zip215");
		if (prehash) msg = prehash(msg);
		const mid = len / 2;
		const r = sig.subarray(0, mid);
		const s = bytesToNumberLE(sig.subarray(mid, len));
		let A, R, SB;
		try {
			A = Point.fromBytes(publicKey, zip215);
			R = Point.fromBytes(r, zip215);
			SB = BASE.multiplyUnsafe(s);
		} catch (error) {
			return false;
		}
		if (!zip215 && A.isSmallOrder()) return false;
		const k = hashDomainToScalar(context, r, publicKey, msg);
		return R.add(A.multiplyUnsafe(k)).subtract(SB).clearCofactor().is0();
	}
	const _size = Fp.BYTES;
	const lengths = {
		secretKey: _size,
		publicKey: _size,
		signature: 2 * _size,
		seed: _size
	};
	function randomSecretKey(seed) {
		seed = seed === void 0 ? randomBytes$3(lengths.seed) : seed;
		return abytes(seed, lengths.seed, "seed");
	}
	function isValidSecretKey(key) {
		return isBytes(key) && key.length === lengths.secretKey;
	}
	function isValidPublicKey(key, zip215) {
		try {
			return !!Point.fromBytes(key, zip215 === void 0 ? verifyOpts.zip215 : zip215);
		} catch (error) {
			return false;
		}
	}
	const utils = {
		getExtendedPublicKey,
		randomSecretKey,
		isValidSecretKey,
		isValidPublicKey,
		toMontgomery(publicKey) {
			if (toMontgomery === void 0) throw new Error("Montgomery conversion is not supported for this curve");
			return toMontgomery(Point.fromBytes(publicKey));
		},
		toMontgomerySecret(secretKey) {
			if (toMontgomerySecret === void 0) throw new Error("Montgomery conversion is not supported for this curve");
			return toMontgomerySecret(secretKey);
		}
	};
	Object.freeze(lengths);
	Object.freeze(utils);
	return Object.freeze({
		keygen: createKeygen(randomSecretKey, getPublicKey),
		getPublicKey,
		sign,
		verify,
		utils,
		Point,
		lengths
	});
}
// packages/core/node_modules/@noble/curves/ed25519.js
/*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) */
const _1n = BigInt(1);
const _2n = BigInt(2);
const _5n = BigInt(5);
const _8n = BigInt(8);
const ed25519_CURVE_p = BigInt("0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
const ed25519_CURVE = (() => ({
	p: ed25519_CURVE_p,
	n: BigInt("0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed"),
	h: _8n,
	a: BigInt("0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec"),
	d: BigInt("0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3"),
	Gx: BigInt("0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a"),
	Gy: BigInt("0x6666666666666666666666666666666666666666666666666666666666666658")
}))();
function ed25519_pow_2_252_3(x) {
	const _10n = BigInt(10), _20n = BigInt(20), _40n = BigInt(40), _80n = BigInt(80);
	const P = ed25519_CURVE_p;
	const b2 = x * x % P * x % P;
	const b5 = pow2(pow2(b2, _2n, P) * b2 % P, _1n, P) * x % P;
	const b10 = pow2(b5, _5n, P) * b5 % P;
	const b20 = pow2(b10, _10n, P) * b10 % P;
	const b40 = pow2(b20, _20n, P) * b20 % P;
	const b80 = pow2(b40, _40n, P) * b40 % P;
	return {
		pow_p_5_8: pow2(pow2(pow2(pow2(b80, _80n, P) * b80 % P, _80n, P) * b80 % P, _10n, P) * b10 % P, _2n, P) * x % P,
		b2
	};
}
function adjustScalarBytes(bytes) {
	bytes[0] &= 248;
	bytes[31] &= 127;
	bytes[31] |= 64;
	return bytes;
}
const ED25519_SQRT_M1 = BigInt("19681161376707505956807079304988542015446066515923890162744021073123829784752");
function uvRatio(u, v) {
	const P = ed25519_CURVE_p;
	const v3 = mod(v * v * v, P);
	const pow = ed25519_pow_2_252_3(u * mod(v3 * v3 * v, P)).pow_p_5_8;
	let x = mod(u * v3 * pow, P);
	const vx2 = mod(v * x * x, P);
	const root1 = x;
	const root2 = mod(x * ED25519_SQRT_M1, P);
	const useRoot1 = vx2 === u;
	const useRoot2 = vx2 === mod(-u, P);
	const noRoot = vx2 === mod(-u * ED25519_SQRT_M1, P);
	if (useRoot1) x = root1;
	if (useRoot2 || noRoot) x = root2;
	if (isNegativeLE(x, P)) x = mod(-x, P);
	return {
		isValid: useRoot1 || useRoot2,
		value: x
	};
}
const ed25519_Point = edwards(ed25519_CURVE, { uvRatio });
const Fp = (() => ed25519_Point.Fp)();
function toMontgomery(point) {
	const { y } = point;
	return Fp.toBytes(Fp.div(_1n + y, _1n - y));
}
function toMontgomerySecret(secretKey) {
	const size = ed25519_Point.Fp.BYTES;
	abytes$1(secretKey, size);
	return adjustScalarBytes(sha512(secretKey.subarray(0, size))).subarray(0, size);
}
function ed(opts) {
	return eddsa(ed25519_Point, sha512, Object.assign({
		adjustScalarBytes,
		toMontgomery,
		toMontgomerySecret,
		zip215: true
	}, opts));
}
const ed25519 = ed({});
// packages/core/src/proofs/note.ts
const ED25519 = 1;
const KEY_ID_BYTES = 4;
const SIGNATURES_MAX = 100;
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
function parseNote(note) {
	if (!note.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(note)) throw new Malformed("A note with odd characters");
	const split = note.lastIndexOf("\n\n");
	const text = note.slice(0, split + 1);
	const lines = note.slice(split + 2).split("\n");
	if (split < 1 || lines.pop() !== "" || lines.length === 0 || lines.length > SIGNATURES_MAX) throw new Malformed("A note without signatures");
	return {
		text,
		signatures: lines.map((line) => {
			const [, name, encoded] = SIGNATURE_LINE.exec(line) ?? [];
			const bytes = encoded === void 0 ? void 0 : fromBase64(encoded);
			if (!name || !bytes || bytes.length <= KEY_ID_BYTES) throw new Malformed("A note with a malformed signature");
			return {
				name,
				keyId: bytes.slice(0, KEY_ID_BYTES),
				signature: bytes.slice(KEY_ID_BYTES)
			};
		})
	};
}
function isSignedBy(note, key, isValid = isSignature) {
	return signaturesBy(note, key).some(isValid);
}
function signaturesBy({ text, signatures }, key) {
	const keyId = keyIdOf(key);
	return signatures.filter((one) => one.name === key.name && isSame(one.keyId, keyId)).map(({ signature }) => ({
		signature,
		text,
		publicKey: key.publicKey
	}));
}
function isSignature({ signature, text, publicKey }) {
	try {
		return ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false });
	} catch {
		return false;
	}
}
const keyIdOf = ({ name, publicKey }) => sha256(concatBytes$1(utf8ToBytes(`${name}\n`), u8(ED25519), publicKey)).slice(0, KEY_ID_BYTES);
// packages/core/src/proofs/checkpoint.ts
const originOf = ({ installation, number }) => `trefoil/${installation}/${number}`;
function parseCheckpoint(text) {
	const [origin = "", size = "", root = "", ...extensions] = text.split("\n");
	if (extensions.pop() !== "") throw new Malformed("A checkpoint without a last line");
	const [, installation, number] = /^trefoil\/([0-9a-f]{64})\/(\d+)$/.exec(origin) ?? [];
	if (installation === void 0 || number === void 0) throw new Malformed("A checkpoint of some other log");
	const checkpoint = {
		log: {
			installation,
			number: parseSize(number)
		},
		size: parseSize(size),
		root: parseRoot(root)
	};
	const previous = extensions.find((line) => line.startsWith("previous "))?.split(" ");
	if (!previous) return checkpoint;
	const [, before = "", sizeBefore = "", rootBefore = "", ...more] = previous;
	if (more.length > 0) throw new Malformed("A checkpoint with a malformed line");
	return {
		...checkpoint,
		previous: {
			number: parseSize(before),
			size: parseSize(sizeBefore),
			root: parseRoot(rootBefore)
		}
	};
}
const NOT_SIGNED = "The checkpoint is not signed with the log's key";
function openCheckpoint(note, publicKey, isValid) {
	const parsed = parseNote(note);
	const checkpoint = parseCheckpoint(parsed.text);
	if (!isSignedBy(parsed, {
		name: originOf(checkpoint.log),
		publicKey
	}, isValid)) throw new Malformed(NOT_SIGNED);
	return checkpoint;
}
function parseSize(text) {
	const size = Number(text);
	if (!/^(?:0|[1-9]\d*)$/.test(text) || !Number.isSafeInteger(size)) throw new Malformed(`A checkpoint with a size of ${text}`);
	return size;
}
function parseRoot(text) {
	const root = fromBase64(text);
	if (root.length !== 32) throw new Malformed(`A checkpoint with a root of ${root.length} bytes`);
	return root;
}
// packages/core/src/proofs/check-log.ts
const openerOf = (proof, isValid) => (note) => openCheckpoint(note, logKeyOf(proof), isValid);
function checkpoint(proof, opened) {
	const saw = seen("checkpoint", opened);
	if (opened.log.installation !== proof.known.installation) return failed("The checkpoint is of another installation.", saw, { code: "checkpoint_other_installation" });
	return passed("The checkpoint is signed with the log's key.", saw, { code: "checkpoint_signed" });
}
function anchoredLog(proof, newer) {
	if (!proof.anchor) return NOT_ASKED;
	const { size, root } = proof.anchor.log;
	const older = {
		size,
		root: parseHex(root, 32)
	};
	const saw = {
		"size in the contract": String(size),
		"root in the contract": root,
		...seen("checkpoint", newer)
	};
	if (isConsistent(older, newer, hashesOf(proof.log.fromAnchor))) return passed("The log begins with the one that the contract knows.", saw, { code: "log_begins" });
	if (newer.previous && newer.previous.size < size) return failed(`The database was set back. The contract knows ${size} entries of the log; the new one names ${newer.previous.size}.`, saw, {
		code: "log_set_back",
		params: {
			known: size,
			named: newer.previous.size
		}
	});
	return failed("The log is not the one that the contract knows.", saw, { code: "log_not_known" });
}
function keptLog(proof, newer, open) {
	if (proof.known.checkpoint === null) return passed("This is the first checkpoint that this browser sees.", {}, { code: "checkpoint_first" });
	const older = open(proof.known.checkpoint);
	const saw = {
		...seen("kept checkpoint", older),
		...seen("checkpoint", newer)
	};
	if (older.log.installation !== newer.log.installation) return failed("The kept checkpoint is of another installation.", saw, { code: "kept_other_installation" });
	if (older.log.number !== newer.log.number) return afterRestore(proof, {
		older,
		newer,
		open,
		saw
	});
	return isConsistent(older, newer, hashesOf(proof.log.fromKept)) ? passed("The log only grew since this browser looked last.", saw, { code: "log_grew" }) : failed("What this browser knew of the log was changed or removed.", saw, { code: "log_changed" });
}
function afterRestore(proof, { older, newer, open, saw }) {
	const { previous } = newer;
	if (newer.log.number < older.log.number || !previous) return failed("The log does not go on from the one that this browser knew.", saw, { code: "log_not_continued" });
	const hashes = hashesOf(proof.log.fromKept);
	const all = {
		...saw,
		"size of the log before": String(previous.size)
	};
	if (isConsistent(older, newer, hashes)) return noticedOnce("The database was restored. The new log begins with all that this browser knew of the old one.", all, { code: "log_restored" });
	const missing = `The database was set back. This browser knew ${older.size} entries of the old log; the new one names ${previous.size}.`;
	const params = {
		known: older.size,
		named: previous.size
	};
	const { earlier } = proof.known;
	if (earlier === void 0 || previous.size >= older.size) return failed(`${missing} It does not begin with what this browser knew.`, all, {
		code: "log_set_back_other",
		params
	});
	const before = open(earlier);
	return before.log.installation === newer.log.installation && isConsistent(before, newer, hashes) && before.size > 0 && before.size <= previous.size ? noticedOnce(`${missing} It begins with the ${before.size} that this browser knew earlier.`, {
		...all,
		...seen("earlier checkpoint", before)
	}, {
		code: "log_set_back_earlier",
		params: {
			...params,
			earlier: before.size
		}
	}) : failed(`${missing} It does not begin with what this browser knew earlier.`, all, {
		code: "log_set_back_other_earlier",
		params
	});
}
function lines(proof, head) {
	const saw = {
		lines: String(proof.lines.length),
		"root of the log": bytesToHex$1(head.root)
	};
	let wrong;
	for (const line of proof.lines) {
		const name = nameOf(line);
		const reached = rootFromLine(line, head.size);
		saw[`root from ${name}`] = reached ? bytesToHex$1(reached) : "none";
		if (!reached || !isSame(reached, head.root)) wrong ??= {
			because: `${name} is not in the log as it is shown.`,
			means: {
				code: "line_missing",
				params: placeOf(line)
			}
		};
		const entry = parseCanonicalJson(line.opening.entry);
		for (const [column, shown] of Object.entries(line.shown)) {
			const logged = isRecord(entry) ? entry[column] : void 0;
			if (logged === shown) continue;
			saw[`${column} of ${name}`] = `${JSON.stringify(logged)} in the log, ${JSON.stringify(shown)} shown`;
			wrong ??= {
				because: `${name} is shown with another ${column} than it has in the log.`,
				means: {
					code: "line_other",
					params: {
						...placeOf(line),
						column
					}
				}
			};
		}
	}
	return wrong ? failed(wrong.because, saw, wrong.means) : passed("The newest lines are in the log as they are shown.", saw, { code: "lines_there" });
}
function nameOf(line) {
	const { kind, id, position, reference } = placeOf(line);
	return `${kind} ${id}, entry ${position}${typeof line.shown["reference"] === "string" ? ` (${reference})` : ""}`;
}
const placeOf = ({ kind, id, opening: { position }, shown: { reference } }) => ({
	kind,
	id,
	position,
	reference: typeof reference === "string" ? reference : ""
});
function rootFromLine({ kind, id, count, index, hashes, opening }, size) {
	const { position, salt, entry, path } = opening;
	const opened = {
		position,
		salt: parseHex(salt, 16),
		entry,
		path: hashesOf(path)
	};
	const entriesRoot = rootFromOpening(opened, count);
	if (!entriesRoot) return void 0;
	return rootFromInclusion({
		leafHash: logLeafHash(encodeLogLeaf({
			kind,
			id: parseU64(id),
			count,
			entriesRoot
		})),
		index,
		size,
		hashes: hashesOf(hashes)
	});
}
const logKeyOf = ({ known }) => parseHex(known.logKey, 32);
const hashesOf = (texts) => texts.map((text) => parseHex(text, 32));
const seen = (what, { log, size, root }) => ({
	[`number of the log, ${what}`]: String(log.number),
	[`size, ${what}`]: String(size),
	[`root, ${what}`]: bytesToHex$1(root)
});
const usd = (units) => units;
function show(amount) {
	const digits = String(amount < 0n ? negated(amount) : amount).padStart(6, "0");
	return `${amount < 0n ? "-" : ""}$${digits.slice(0, -5)}.${digits.slice(-5)}`;
}
const negated = (amount) => usd(0n - amount);
// packages/core/src/proofs/logged-balance.ts
const POSTED_WITHIN_SECONDS = 3600n;
function loggedBalance({ epoch, anchor, lines }) {
	const entries = lines.filter(({ kind }) => kind === "journal").flatMap(({ opening }) => entryOf(parseCanonicalJson(opening.entry)));
	const journal = epoch.journal === void 0 ? 0n : parseU64(epoch.journal);
	const surelyUntil = anchor ? (BigInt(anchor.time) - POSTED_WITHIN_SECONDS) * 1000000n : 0n;
	return {
		counted: newestOfEach(entries.filter((entry) => entry.journal <= journal)),
		posted: newestOfEach(entries.filter((entry) => entry.journal <= journal || entry.at <= surelyUntil))
	};
}
function entryOf(value) {
	if (!isRecord(value) || typeof value["account"] !== "string") return [];
	const { account, journal_id, sequence, balance_after, created_at_us } = value;
	const [journal, after, at] = [
		parseU64(journal_id),
		parseU64(balance_after),
		parseU64(created_at_us)
	];
	return [{
		account,
		journal,
		sequence: parseU64(sequence),
		after,
		at
	}];
}
function newestOfEach(entries) {
	const newest = new Map();
	for (const entry of entries) if (entry.sequence > (newest.get(entry.account)?.sequence ?? -1n)) newest.set(entry.account, entry);
	return [...newest.values()].reduce((sum, { after }) => sum + after, 0n);
}
// packages/core/src/proofs/sum-path.ts
function rootAbove({ leaf, index, path }) {
	if (!Number.isInteger(index) || index < 0 || index >= 2 ** path.length) throw new RangeError(`There is no leaf ${index} in a tree of depth ${path.length}`);
	return path.reduce((own, sibling, level) => Math.floor(index / 2 ** level) % 2 === 0 ? parentOf(own, sibling) : parentOf(sibling, own), leaf);
}
// packages/core/src/proofs/check-sum.ts
function shards({ mine, epoch, balance: shown }) {
	const saw = {
		parts: String(mine.shards.length),
		leaves: String(epoch.leaves),
		depth: String(epoch.depth)
	};
	if (mine.shards.length === 0 && parseU64(shown) > 0n) return failed("The balance is not counted at all.", saw, { code: "not_counted" });
	if (new Set(mine.shards.map(({ shard }) => shard)).size < mine.shards.length) return failed("One part of the balance is shown twice.", saw, { code: "part_twice" });
	if (mine.shards.some(({ index, path }) => index >= epoch.leaves || path.length !== epoch.depth)) return failed("A part is not a leaf of this tree.", saw, { code: "part_no_leaf" });
	return passed("Each part of the balance is shown once.", saw, { code: "parts_once" });
}
function counted(proof) {
	if (!proof.anchor) return NOT_ASKED;
	const { root, total } = proof.anchor;
	const owner = ownerOf(proof);
	const saw = {
		"root in the contract": root,
		"total in the contract": total
	};
	let isWrong = false;
	for (const part of proof.mine.shards) {
		const reached = rootAbove({
			leaf: leafOf(proof, owner, part),
			index: part.index,
			path: part.path.map(siblingOf)
		});
		saw[`root from leaf ${part.index}`] = bytesToHex$1(reached.hash);
		saw[`total from leaf ${part.index}`] = String(reached.sum);
		isWrong ||= bytesToHex$1(reached.hash) !== root || reached.sum !== parseU64(total);
	}
	if (isWrong) return failed("A part of the balance is not in the tree that the contract knows.", saw, { code: "part_not_in_tree" });
	return passed("Every part of the balance is in the tree that the contract knows.", saw, { code: "parts_in_tree" });
}
function balance(proof) {
	const shown = parseU64(proof.balance);
	const sum = proof.mine.shards.reduce((all, { amount }) => all + parseU64(amount), 0n);
	const { counted: least, posted } = loggedBalance(proof);
	const saw = {
		"balance shown": money(shown),
		"balance counted": money(sum),
		"balance in the log, at least": money(least),
		"an hour before it was posted, at least": money(posted)
	};
	if (sum !== shown) return failed(`${money(sum)} is counted, but ${money(shown)} is shown.`, saw, {
		code: "sum_not_shown",
		params: {
			sum: money(sum),
			shown: money(shown)
		}
	});
	if (sum < least) return failed(`${money(sum)} is counted, but the log has at least ${money(least)} at that moment.`, saw, {
		code: "sum_below_log",
		params: {
			sum: money(sum),
			least: money(least)
		}
	});
	if (sum < posted) return noticed(`${money(sum)} is counted, but the log has ${money(posted)} an hour before it was posted.`, saw, {
		code: "sum_below_posted",
		params: {
			sum: money(sum),
			posted: money(posted)
		}
	});
	return passed(`${money(sum)} is counted, as shown.`, saw, {
		code: "sum_shown",
		params: { sum: money(sum) }
	});
}
function covered({ anchor }) {
	if (!anchor) return NOT_ASKED;
	if (anchor.decimals < 5 || anchor.decimals > 77) return failed("The token has odd decimals.", {}, { code: "odd_decimals" });
	const unit = 10n ** BigInt(anchor.decimals - 5);
	const [vault, treasury] = [parseU128(anchor.assets.vault), parseU128(anchor.assets.treasury)];
	const [there, owed] = [(vault + treasury) / unit, parseU64(anchor.total)];
	const saw = {
		owed: money(owed),
		there: money(there)
	};
	if (there < owed) return failed(`${money(there)} is there for ${money(owed)} owed.`, saw, {
		code: "not_covered",
		params: saw
	});
	return passed(`${money(there)} is there for ${money(owed)} owed.`, saw, {
		code: "covered",
		params: saw
	});
}
const ownerOf = ({ known, epoch, owner, mine }) => ownerCommitment({
	installation: parseHex(known.installation, 32),
	epoch: epoch.epoch,
	kind: owner.kind,
	name: parseHex(owner.name, 32),
	salt: parseHex(mine.salt, 32)
});
function leafOf({ epoch }, owner, { nonce, shard, amount }) {
	const sum = parseU64(amount);
	return {
		hash: shardHash({
			epoch: epoch.epoch,
			owner,
			nonce: parseHex(nonce, 16),
			shard,
			amount: sum
		}),
		sum
	};
}
const siblingOf = ({ sum, hash }) => ({
	sum: parseU64(sum),
	hash: parseHex(hash, 32)
});
const money = (units) => show(usd(units));
// packages/core/src/proofs/verify.ts
const checksOf = (head, open) => ({
	installation,
	newest: (proof) => newest(proof, {
		shown: () => maybe(head),
		kept: () => maybe(() => open(proof.known.checkpoint ?? ""))
	}),
	anchored,
	shards,
	counted,
	balance,
	covered,
	checkpoint: (proof) => checkpoint(proof, head()),
	anchoredLog: (proof) => anchoredLog(proof, head()),
	keptLog: (proof) => keptLog(proof, head(), open),
	lines: (proof) => lines(proof, head())
});
const verifyProof = (proof) => verifiedWith(proof, openerOf(proof));
function verifiedWith(proof, open) {
	const checks = checksOf(opened(proof, open), open);
	const steps = Object.entries(checks).map(([name, check]) => ({
		check: name,
		...tried(check, proof)
	}));
	return {
		outcome: [
			"failed",
			"skipped",
			"noticed"
		].find((outcome) => steps.some((step) => step.outcome === outcome)) ?? "passed",
		isIndependent: proof.anchor?.source === "own",
		steps
	};
}
function tried(check, proof) {
	try {
		return check(proof);
	} catch (error) {
		const { message } = error;
		const code = message === "The checkpoint is not signed with the log's key" ? "checkpoint_not_signed" : "malformed";
		return {
			outcome: "failed",
			because: `${message}.`,
			saw: {},
			code
		};
	}
}
function maybe(read) {
	try {
		return read();
	} catch {
		return;
	}
}
function opened({ log }, open) {
	let head;
	return () => head ??= open(log.checkpoint);
}
// packages/core/src/proofs/anchor.ts
const SELECTORS = {
	attestationOf: "0xf4e31ca2",
	latest: "0x52bfe789",
	decimals: "0x2e0f2625"
};
const NEVER_POSTED = 0;
async function readAnswers(ask, { contract, epoch }) {
	const block = quantity(await ask("eth_blockNumber", []));
	const call = async (data, words) => wordsOf(await ask("eth_call", [{
		to: contract,
		data
	}, `0x${block.toString(16)}`]), words);
	const chain = quantity(await ask("eth_chainId", []));
	const [decimals = 0n] = await call(SELECTORS.decimals, 1);
	const [latest = 0n, latestTime = 0n] = await call(SELECTORS.latest, 2);
	const attestationOf = (number) => call(SELECTORS.attestationOf + bytesToHex$1(u64(BigInt(parseCount(number)))).padStart(64, "0"), 7);
	const [root = 0n, logRoot = 0n, total = 0n, logSize = 0n, time = 0n, vault = 0n, treasury = 0n] = await attestationOf(epoch);
	const isPosted = time > 0n;
	const newest = small(latest);
	const isOlder = isPosted && newest !== epoch;
	const [, , , newestLogSize = 0n] = isOlder ? await attestationOf(newest) : [];
	return {
		chain: small(chain),
		contract,
		decimals: small(decimals),
		epoch: isPosted ? epoch : NEVER_POSTED,
		root: hashOf(root),
		total: String(total),
		log: {
			size: small(logSize),
			root: hashOf(logRoot)
		},
		assets: {
			vault: String(vault),
			treasury: String(treasury)
		},
		time: small(time),
		latest: {
			epoch: newest,
			time: small(latestTime),
			...isOlder && { logSize: small(newestLogSize) }
		}
	};
}
function wordsOf(answer, count) {
	if (typeof answer !== "string" || !new RegExp(`^0x[0-9a-f]{${count * 64}}$`, "i").test(answer)) throw new Malformed("The contract did not answer as Attestations does");
	return Array.from({ length: count }, (_, word) => BigInt(`0x${answer.slice(2 + word * 64, 2 + (word + 1) * 64)}`));
}
function quantity(answer) {
	if (typeof answer !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(answer)) throw new Malformed("The node of the chain did not answer with a number");
	return BigInt(answer);
}
const small = (value) => parseCount(Number(value));
const hashOf = (word) => word.toString(16).padStart(64, "0");
// verifier/src/ask-chain.ts
async function askedAt(url, proof) {
	const anchor = await readAnswers(nodeAt(url), {
		contract: proof.known.contract,
		epoch: proof.epoch.epoch
	});
	return {
		...proof,
		anchor: {
			...anchor,
			source: "own"
		}
	};
}
const nodeAt = (url) => async (method, params) => {
	const reply = await (await fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({
			jsonrpc: "2.0",
			id: 1,
			method,
			params
		})
	})).json();
	if (reply.error) throw new Error(`The node of the chain refused: ${reply.error.message}`);
	return reply.result;
};
// verifier/src/who-answered.ts
const whoAnswered = ({ isIndependent }, wasAsked) => {
	if (wasAsked) return "The chain was asked just now, through the node that you named.";
	return isIndependent ? "The chain's answers are those in the file, from a node that the member chose. Name a node to ask again." : "The chain's answers are those in the file, from the server itself. Name a node to ask independently.";
};
// verifier/src/verify.ts
const USAGE = `node verify.mjs [--rpc <url>] [--json] <proof file>...
node verify.mjs [--rpc <url>] --leaves <proof file> <part>...

Checks proof files without the server that they came from.
  --rpc     a node of the chain to ask, in place of the answers in the file
  --leaves  adds up the published leaves of the epoch, all parts in order
  --json    prints everything that was computed
Ends with 0 if everything holds, 1 if not, 2 if there was nothing to check.
`;
const print = (text) => process.stdout.write(`${text}\n`);
async function main() {
	const { values, positionals } = parseArgs({
		options: {
			rpc: { type: "string" },
			json: { type: "boolean" },
			leaves: { type: "boolean" }
		},
		allowPositionals: true
	});
	const [file, ...parts] = positionals;
	if (file === void 0 || values.leaves && parts.length === 0) throw new Error(USAGE);
	if (values.leaves) return addUp(await readProof(file, values.rpc), parts);
	const verdicts = [];
	for (const each of positionals) verdicts.push({
		file: each,
		...verifyProof(await readProof(each, values.rpc))
	});
	if (values.json) print(JSON.stringify(verdicts, void 0, 2));
	else for (const verdict of verdicts) describe(verdict, values.rpc !== void 0);
	return verdicts.every(({ outcome }) => outcome === "passed" || outcome === "noticed") ? 0 : 1;
}
async function readProof(file, rpc) {
	const proof = parseProofFile(JSON.parse(readFileSync(file, "utf8")));
	return rpc === void 0 ? proof : askedAt(rpc, proof);
}
function describe(verdict, wasAsked) {
	print(`${verdict.file}: ${VERDICTS[verdict.outcome]}`);
	print(whoAnswered(verdict, wasAsked));
	for (const { check, outcome, because, saw } of verdict.steps) {
		print(`  ${outcome.padEnd(7)}  ${CHECK_TITLES[check]}: ${because}`);
		if (outcome === "failed" || outcome === "noticed") for (const [what, value] of Object.entries(saw)) print(`             ${what}: ${value}`);
	}
}
function addUp({ epoch, anchor }, parts) {
	const tree = growSumTree({ depth: epoch.depth });
	for (const part of parts) tree.append(readFileSync(part));
	const { hash, sum, leaves } = tree.finish();
	const [root, claimed] = [Buffer.from(hash).toString("hex"), anchor ?? epoch];
	const isSame = root === claimed.root && String(sum) === claimed.total && leaves === epoch.leaves;
	print(`${leaves} leaves add up to ${sum} and the root ${root}.`);
	print(`${anchor ? "The contract" : "The server"} says ${claimed.total} and ${claimed.root}.`);
	print(isSame ? VERDICTS.passed : VERDICTS.failed);
	return isSame ? 0 : 1;
}
try {
	process.exitCode = await main();
} catch (error) {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 2;
}
export {};
