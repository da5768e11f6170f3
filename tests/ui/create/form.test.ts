import { describe, expect, it } from 'vitest';
import {
  describeIssue,
  EMPTY_FORM,
  type ProjectForm,
  projectFormSchema,
  refusalToast,
} from '@/features/create/form.ts';
import { createToasts, fieldErrors } from '@/features/create/messages.ts';

const GOOD: ProjectForm = {
  niche_name: 'Fitness',
  source_url_1: 'https://example.com/a',
  source_url_2: 'http://example.org/feed.xml',
  extra_sources: [],
  posts_per_day: 3,
  platforms: ['instagram'],
};

function errorsOf(form: ProjectForm): Record<string, string> {
  const { error } = projectFormSchema.safeParse(form, { error: describeIssue });
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

describe('the form', () => {
  it('takes a whole project and trims what was typed', () => {
    const typed = { ...GOOD, niche_name: '  Fitness ', source_url_1: ' https://example.com/a ' };
    expect(projectFormSchema.parse(typed)).toEqual(GOOD);
    const more = ['', ' https://example.com/c ', ' '];
    expect(projectFormSchema.parse({ ...GOOD, extra_sources: more }).extra_sources).toEqual(['https://example.com/c']);
  });

  it('says for each empty field what to enter', () => {
    expect(errorsOf(EMPTY_FORM)).toEqual({
      niche_name: fieldErrors.niche,
      source_url_1: fieldErrors.sourceUrl,
      source_url_2: fieldErrors.sourceUrl,
      platforms: fieldErrors.platforms,
    });
  });

  it.each(['example.com/article', 'javascript:alert(1)', 'https://'])(
    'refuses %j and says how an address looks',
    (source_url_1) => {
      expect(errorsOf({ ...GOOD, source_url_1 })).toEqual({ source_url_1: fieldErrors.badUrl });
    },
  );

  it('says what is too long', () => {
    const source_url_2 = `https://example.com/${'a'.repeat(2048)}`;
    expect(errorsOf({ ...GOOD, niche_name: 'x'.repeat(201), source_url_2 })).toEqual({
      niche_name: fieldErrors.nicheTooLong,
      source_url_2: fieldErrors.urlTooLong,
    });
  });
});

describe('the notification of a refused form', () => {
  it('is "Missing Information" as soon as one required field is blank, whatever else is wrong', () => {
    expect(refusalToast({ ...GOOD, source_url_2: '  ', platforms: [] })).toBe(createToasts.missing);
    expect(refusalToast({ ...GOOD, niche_name: '' })).toBe(createToasts.missing);
  });

  it('is "No Platforms Selected" when only the platforms are missing', () => {
    expect(refusalToast({ ...GOOD, platforms: [] })).toBe(createToasts.noPlatforms);
  });

  it('is none for a bad address, whose own error says what to do', () => {
    expect(refusalToast({ ...GOOD, source_url_1: 'example' })).toBeNull();
  });
});
