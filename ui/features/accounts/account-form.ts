import { addErrors } from '@/features/accounts/messages.ts';
import { type Platform, platformLabel, platformSchema } from '../../../shared/posts/platforms.ts';

/** Maximum code points of a label, as in the database. */
export const LABEL_MAX_LENGTH = 100;

/**
 * The dialog's input; text fields are empty strings until filled in. `byHand`: the account will not be connected once
 * it is added. `open` reopens the dialog after a lost session.
 */
export type AccountDraft = { open: boolean; platform: string; label: string; byHand: boolean };

export const EMPTY_DRAFT: AccountDraft = { open: false, platform: '', label: '', byHand: false };

/** The error messages of invalid fields. */
export type FieldProblems = { platform?: string; label?: string };

/** The checked draft, or why it cannot be sent (§5); `missing` when a required field is empty. */
export type CheckedDraft =
  | { account: { platform: Platform; account_label: string } }
  | { account: null; missing: boolean; problems: FieldProblems };

/** Checks a draft against §5. Trims the label. */
export function checkDraft(draft: AccountDraft): CheckedDraft {
  const platform = platformSchema.safeParse(draft.platform);
  const account_label = draft.label.trim();
  const tooLong = [...account_label].length > LABEL_MAX_LENGTH;
  if (platform.success && account_label && !tooLong) return { account: { platform: platform.data, account_label } };
  return {
    account: null,
    missing: !platform.success || !account_label,
    problems: {
      ...(!platform.success && { platform: addErrors.platform }),
      ...(!account_label && { label: addErrors.label }),
      ...(tooLong && { label: addErrors.labelTooLong(LABEL_MAX_LENGTH) }),
    },
  };
}

/** PostgreSQL's code for a duplicate key: here, a label that the platform already has. */
const UNIQUE_VIOLATION = '23505';

/** The field that a server error is about, if any. */
export function refusedFields(error: unknown, platform: Platform): FieldProblems {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === UNIQUE_VIOLATION ? { label: addErrors.labelTaken(platformLabel(platform)) } : {};
}
