/** Addresses where platforms ask users to log in or verify their identity. Instagram's are in server/instagram. */
export const LOGIN_ADDRESS = /\/(login|signin|checkpoint|authwall|uas)\b|\/flow\/login|\/\/accounts\.google\.com\//i;
