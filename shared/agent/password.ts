/**
 * Sign-in's minimum (§5, §9), asked of new accounts too. In a file without zod, so that the sign-in screen loads
 * without it.
 */
export const PASSWORD_MIN_LENGTH = 6;
/** More than this bcrypt would silently ignore. */
export const PASSWORD_MAX_LENGTH = 72;
