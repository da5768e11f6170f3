import { RestRefusal } from '../error.ts';
import { nearest } from '../nearest.ts';
import type { EmbedItem } from '../request/query.ts';
import type { Relationship, Schema } from '../schema/schema.ts';

type ForeignKeyRelationship = Extract<Relationship, { constraint: string }>;

/**
 * Resolves the relationship of an embedded table by the name of the table, constraint or column; the hint selects among
 * several. Throws PGRST200 if none matches, PGRST201 if several do.
 * https://docs.postgrest.org/en/v12/references/api/resource_embedding.html
 */
export function relate(schema: Schema, from: string, { name, hint }: EmbedItem): Relationship {
  const all = schema.relationships.get(from) ?? [];
  const computed = all.filter((relationship) => relationship.kind === 'computed' && relationship.function === name);
  const found = computed.length > 0 ? computed : all.filter((relationship) => isMeant(relationship, name, hint));
  if (found.length === 1) return found[0] as Relationship;
  throw found.length === 0 ? unrelated(all, from, name, hint) : ambiguous(found, from, name);
}

function isMeant(relationship: Relationship, name: string, hint: string | null): boolean {
  if (relationship.kind === 'computed') return false;
  if (relationship.from === relationship.to && relationship.kind !== 'many-to-many') {
    return isMeantOfItself(relationship, name, hint);
  }
  const isTable = name === relationship.to;
  if (relationship.kind === 'many-to-many') return isTable && (hint === null || hint === relationship.junction);
  if (hint === null) return isTable || name === relationship.constraint || name === ownColumn(relationship);
  const hints = [relationship.constraint, ownColumn(relationship), otherColumn(relationship)];
  return isTable && hints.includes(hint);
}

/** A self-reference has two relationships: the column's name selects the to-one side, the table's name the other. */
function isMeantOfItself(relationship: ForeignKeyRelationship, name: string, hint: string | null): boolean {
  const isMany = relationship.kind === 'one-to-many';
  if (hint === null) return isMany ? name === relationship.to : name === ownColumn(relationship);
  return isMany && name === relationship.to && hint === otherColumn(relationship);
}

function ownColumn({ columns }: ForeignKeyRelationship): string | undefined {
  return columns.length === 1 ? columns[0]?.[0] : undefined;
}

function otherColumn({ columns }: ForeignKeyRelationship): string | undefined {
  return columns.length === 1 ? columns[0]?.[1] : undefined;
}

function unrelated(all: Relationship[], from: string, name: string, hint: string | null): RestRefusal {
  const near = nearest(
    name,
    all.map(({ to }) => to),
  );
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  return new RestRefusal(
    400,
    'PGRST200',
    `Could not find a relationship between '${from}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${from}' and '${name}'${using} in the schema 'public', but no matches were found.`,
      hint: near && near !== name ? `Perhaps you meant '${near}' instead of '${name}'.` : null,
    },
  );
}

function ambiguous(found: Relationship[], from: string, name: string): RestRefusal {
  const choices = found.map((one) => `'${one.to}!${one.kind === 'many-to-many' ? one.junction : nameOfKey(one)}'`);
  return new RestRefusal(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${name}'`,
    {
      details: found.map((one) => ({
        cardinality: one.kind,
        embedding: `${from} with ${one.to}`,
        relationship: describe(one),
      })),
      hint: `Try changing '${name}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function nameOfKey(relationship: Relationship): string {
  return 'constraint' in relationship ? relationship.constraint : '';
}

function describe(relationship: Relationship): string {
  const list = (columns: [string, string][], side: 0 | 1) => `(${columns.map((pair) => pair[side]).join(', ')})`;
  if (relationship.kind === 'computed') return relationship.function;
  if (relationship.kind === 'many-to-many') {
    const { junction, near, far } = relationship;
    return `${junction} using ${near.constraint}${list(near.columns, 0)} and ${far.constraint}${list(far.columns, 0)}`;
  }
  const { constraint, columns, from, to } = relationship;
  return `${constraint} using ${from}${list(columns, 0)} and ${to}${list(columns, 1)}`;
}
