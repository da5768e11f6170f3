/**
 * Stands in for auth-js' sign-in with an Ethereum wallet in the build (vite.config.ts): people sign in with e-mail and password (§2), and the real file
 * would add 1 kB to the first load. A call of it is a mistake and says so.
 */
function missing(): never {
  throw new Error('This build has no wallets: remove the stand-in for lib/web3/ethereum in vite.config.ts.');
}

export { missing as createSiweMessage, missing as fromHex, missing as getAddress, missing as toHex };
