/** Addresses at which platforms have people log in, or prove that it is them. Instagram's are in server/instagram. */
export const LOGIN_ADDRESS = /\/(login|signin|checkpoint|authwall|uas)\b|\/flow\/login|\/\/accounts\.google\.com\//i;
