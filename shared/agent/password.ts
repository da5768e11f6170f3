/**
 * The minimum at sign-in (§5, §9), also for new accounts. In a file without zod, so that the sign-in screen loads
 * without it.
 */
export const PASSWORD_MIN_LENGTH = 6;
/** bcrypt silently ignores the rest. */
export const PASSWORD_MAX_LENGTH = 72;
