import type { LimitField, SettingsForm } from '@/features/settings/form.ts';
import { limitErrors } from '@/features/settings/messages.ts';
import { WARMUP_LIMIT_BOUNDS, type WarmupLimits, warmupLimitsSchema } from '../../../shared/accounts/warmup-limits.ts';

type Entered = Pick<SettingsForm, LimitField>;

/**
 * What is wrong with the limits of a warm-up as they were typed, by field: each must be in its bounds, and they must
 * fit together.
 */
export function limitProblems(form: Entered): Partial<Record<LimitField, string>> {
  const issues = warmupLimitsSchema.safeParse(numbersOf(form)).error?.issues ?? [];
  const outside = issues.filter(({ code }) => code !== 'custom');
  const problems: Partial<Record<LimitField, string>> = {};
  // Whether they fit together is only told of numbers that are good by themselves.
  for (const { path, code } of outside.length > 0 ? outside : issues) {
    const field = path[0] as LimitField;
    problems[field] ??=
      code === 'custom' ? crossFieldProblem(field, form) : limitErrors.outside(WARMUP_LIMIT_BOUNDS[field]);
  }
  return problems;
}

/** The limits as they were typed, or undefined while something is wrong with them. */
export function limitsOf(form: Entered): WarmupLimits | undefined {
  return warmupLimitsSchema.safeParse(numbersOf(form)).data;
}

function numbersOf(form: Entered): Record<string, number> {
  const fields = Object.keys(WARMUP_LIMIT_BOUNDS) as LimitField[];
  // An empty field is no zero.
  return Object.fromEntries(
    fields.map((field) => [field, form[field].trim() === '' ? Number.NaN : Number(form[field])]),
  );
}

/** The words for a number that is good by itself but not beside the others. */
function crossFieldProblem(field: LimitField, form: Entered): string {
  switch (field) {
    case 'warmup_minutes_max':
      return limitErrors.longest(form.warmup_minutes_min);
    case 'warmup_posts_max':
      return limitErrors.mostPosts(form.warmup_posts_min);
    case 'warmup_posts_min':
      return limitErrors.tooManyPosts(Number(form.warmup_minutes_min));
    default:
      return limitErrors.hourEnd(form.warmup_hour_start);
  }
}
