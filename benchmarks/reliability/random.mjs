// The Mersenne Twister as CPython seeds and draws from it, so that a seed picks the same line, word and digit here as in a
// bench that is written in Python. Two benches can be compared attempt by attempt only if they draw alike.
import { createHash } from 'node:crypto';

const stateWords = 624;
const period = 397;

export class PythonRandom {
  #state = new Uint32Array(stateWords);
  #next = stateWords;

  // `random.Random(text)`: the text's bytes and their SHA-512 after them, as one big-endian number.
  constructor(text) {
    const bytes = Buffer.from(text, 'utf8');
    this.#seed(wordsOf(Buffer.concat([bytes, createHash('sha512').update(bytes).digest()])));
  }

  // In [0, 1), with 53 random bits.
  random() {
    const high = this.#draw() >>> 5;
    const low = this.#draw() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  // In 0 … limit - 1; the limit is at most 2^31.
  below(limit) {
    const bits = 32 - Math.clz32(limit);
    for (;;) {
      const drawn = this.#draw() >>> (32 - bits);
      if (drawn < limit) return drawn;
    }
  }

  choice(list) {
    return list[this.below(list.length)];
  }

  #seed(key) {
    const state = this.#state;
    state[0] = 19650218;
    for (let i = 1; i < stateWords; ++i) state[i] = Math.imul(1812433253, mixed(state[i - 1])) + i;
    let i = 1;
    let j = 0;
    const wrap = () => {
      if (++i < stateWords) return;
      state[0] = state[stateWords - 1];
      i = 1;
    };
    for (let count = Math.max(stateWords, key.length); count > 0; --count) {
      state[i] = (state[i] ^ Math.imul(mixed(state[i - 1]), 1664525)) + key[j] + j;
      wrap();
      j = (j + 1) % key.length;
    }
    for (let count = stateWords - 1; count > 0; --count) {
      state[i] = (state[i] ^ Math.imul(mixed(state[i - 1]), 1566083941)) - i;
      wrap();
    }
    state[0] = 0x80000000;
  }

  #draw() {
    if (this.#next === stateWords) this.#refill();
    let word = this.#state[this.#next++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    word ^= word >>> 18;
    return word >>> 0;
  }

  #refill() {
    const state = this.#state;
    for (let i = 0; i < stateWords; ++i) {
      const pair = (state[i] & 0x80000000) | (state[(i + 1) % stateWords] & 0x7fffffff);
      state[i] = state[(i + period) % stateWords] ^ (pair >>> 1) ^ (pair & 1 ? 0x9908b0df : 0);
    }
    this.#next = 0;
  }
}

function mixed(word) {
  return word ^ (word >>> 30);
}

// A big-endian number as words of 32 bits, the least significant first, without leading zeros.
function wordsOf(bytes) {
  const words = [];
  for (let end = bytes.length; end > 0; end -= 4) {
    words.push(bytes.subarray(Math.max(0, end - 4), end).reduce((word, byte) => word * 256 + byte, 0));
  }
  while (words.length > 1 && words[words.length - 1] === 0) words.pop();
  return words;
}
