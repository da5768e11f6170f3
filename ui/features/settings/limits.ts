import type { LimitField, SettingsForm } from '@/features/settings/form.ts';
import { limitErrors } from '@/features/settings/messages.ts';
import { WARMUP_LIMIT_BOUNDS, type WarmupLimits, warmupLimitsSchema } from '../../../shared/accounts/warmup-limits.ts';

type Entered = Pick<SettingsForm, LimitField>;

/** Errors of typed warm-up limits by field: each must be in its range, and they must be consistent. */
export function limitProblems(form: Entered): Partial<Record<LimitField, string>> {
  const issues = warmupLimitsSchema.safeParse(numbersOf(form)).error?.issues ?? [];
  const outside = issues.filter(({ code }) => code !== 'custom');
  const problems: Partial<Record<LimitField, string>> = {};
  // Consistency is checked only for valid numbers.
  for (const { path, code } of outside.length > 0 ? outside : issues) {
    const field = path[0] as LimitField;
    problems[field] ??=
      code === 'custom' ? crossFieldProblem(field, form) : limitErrors.outside(WARMUP_LIMIT_BOUNDS[field]);
  }
  return problems;
}

/** The typed limits, or undefined while invalid. */
export function limitsOf(form: Entered): WarmupLimits | undefined {
  return warmupLimitsSchema.safeParse(numbersOf(form)).data;
}

function numbersOf(form: Entered): Record<string, number> {
  const fields = Object.keys(WARMUP_LIMIT_BOUNDS) as LimitField[];
  // An empty field is not zero.
  return Object.fromEntries(
    fields.map((field) => [field, form[field].trim() === '' ? Number.NaN : Number(form[field])]),
  );
}

/** The error of a valid number that is inconsistent with others. */
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
