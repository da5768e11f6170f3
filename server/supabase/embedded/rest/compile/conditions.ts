import type { Condition } from '../request/query.ts';
import type { Relation } from './relation.ts';
import type { Statement } from './statement.ts';

const SQL_OF: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
};

const SEARCH_OF: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const IS_OF: Record<string, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};

/** Maps the name of each embedded table of a select to SQL that is true if it has rows. */
export type Presences = ReadonlyMap<string, string>;

/** Compiles a filter. https://docs.postgrest.org/en/v12/references/api/tables_views.html#operators */
export function conditionSql(
  statement: Statement,
  relation: Relation,
  condition: Condition,
  embedded: Presences = new Map(),
): string {
  const sql =
    condition.kind === 'logic'
      ? condition.conditions
          .map((inner) => conditionSql(statement, relation, inner, embedded))
          .join(` ${condition.junction} `)
      : testSql(statement, relation, condition, embedded);
  return condition.isNegated ? `not (${sql})` : `(${sql})`;
}

function testSql(
  statement: Statement,
  relation: Relation,
  condition: Extract<Condition, { kind: 'test' }>,
  embedded: Presences,
): string {
  const { field, operator, quantifier, value, values } = condition;
  const presence = operator === 'is' && field.path.length === 0 ? embedded.get(field.name) : undefined;
  if (presence) return value === 'not_null' ? presence : `not (${presence})`;
  const left = relation.field(statement, field);
  if (operator === 'is') return `${left} ${IS_OF[value]}`;
  if (operator === 'in') return `${left} = any (${statement.array(values)})`;
  const search = SEARCH_OF[operator];
  if (search) {
    const language = condition.language === null ? '' : `${statement.value(condition.language)}::regconfig, `;
    return `${left} @@ ${search}(${language}${statement.value(value)})`;
  }
  const right = quantifier ? `${quantifier} (${statement.array(values)})` : statement.value(value, condition.slot);
  return `${left} ${SQL_OF[operator]} ${right}`;
}
