import { addErrors } from '@/features/accounts/messages.ts';
import { type Platform, platformLabel, platformSchema } from '../../../shared/posts/platforms.ts';

/** Most characters (code points) of a label; the database holds it too. */
export const LABEL_MAX_LENGTH = 100;

/**
 * What was entered in the dialog; empty strings where nothing was. `open` lets a lost session come back to the open
 * dialog.
 */
export type AccountDraft = { open: boolean; platform: string; label: string };

export const EMPTY_DRAFT: AccountDraft = { open: false, platform: '', label: '' };

/** The words beside each field that is not right. */
export type FieldProblems = { platform?: string; label?: string };

/** What the draft says, or why it cannot be sent (§5); `missing` where a required field is empty. */
export type CheckedDraft =
  | { account: { platform: Platform; account_label: string } }
  | { account: null; missing: boolean; problems: FieldProblems };

/** Checks a draft against §5. The label is taken without the blanks around it. */
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

/** PostgreSQL's code for a second row with the same key: here, a label that the platform has already. */
const UNIQUE_VIOLATION = '23505';

/** The field that the server's refusal is about, where it is about one. */
export function refusedFields(error: unknown, platform: Platform): FieldProblems {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === UNIQUE_VIOLATION ? { label: addErrors.labelTaken(platformLabel(platform)) } : {};
}
