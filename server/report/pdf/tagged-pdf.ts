import type { ShapedRun } from '../../generation/cards/layout/shape.ts';
import { colorOf } from './color.ts';
import { glyphFonts } from './glyph-fonts.ts';
import { num, pdfFile, type Ref, textString } from './pdf-file.ts';

/** A4 in points; y counts downwards from the top. */
export const PAGE_WIDTH = 595.28;
export const PAGE_HEIGHT = 841.89;

/** The type of a structure element, for screen readers (ISO 32000-1, 14.8.4). */
export type Role = 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'LBody';

type Element = { role: string; ref: Ref; parent: Ref; kids: string[]; page: Ref | null; more: string };

/**
 * Creates a PDF with real text, headings, tables and figures that screen readers read in order. Anything drawn outside
 * of `tag` is decoration.
 */
export function taggedPdf({ title, lang }: { title: string; lang: string }) {
  const file = pdfFile();
  const fonts = glyphFonts(file);
  const [root, pagesRef, treeRef] = [file.reserve(), file.reserve(), file.reserve()];
  const pages: { ref: Ref; content: string[]; marks: Ref[] }[] = [];
  const whole: Element = { role: 'Document', ref: file.reserve(), parent: treeRef, kids: [], page: null, more: '' };
  const elements: Element[] = [whole];
  const open: Element[] = [whole];

  const page = () => pages.at(-1) as (typeof pages)[number];
  /** Adds operators to the open element; as decoration if there is none. */
  const draw = (operators: string) => {
    const { ref, content, marks } = page();
    const element = open.at(-1) as Element;
    if (element === whole) {
      content.push(`/Artifact BMC\n${operators}EMC\n`);
      return;
    }
    element.page ??= ref;
    const mark = marks.push(element.ref) - 1;
    element.kids.push(element.page === ref ? String(mark) : `<< /Type /MCR /Pg ${ref} 0 R /MCID ${mark} >>`);
    content.push(`/${element.role} << /MCID ${mark} >> BDC\n${operators}EMC\n`);
  };

  return {
    addPage() {
      pages.push({ ref: file.reserve(), content: [], marks: [] });
    },
    /**
     * Adds an element with the content that `work` draws; nested elements become its children. `actual` is read instead
     * of the content, `alt` describes a figure.
     */
    tag(role: Role, more: { alt?: string; actual?: string }, work: () => void) {
      const parent = open.at(-1) as Element;
      const said = [
        more.alt === undefined ? '' : `/Alt ${textString(more.alt)}`,
        more.actual === undefined ? '' : `/ActualText ${textString(more.actual)}`,
        role === 'TH' ? '/A << /O /Table /Scope /Column >>' : '',
      ];
      const element = { role, ref: file.reserve(), parent: parent.ref, kids: [], page: null, more: said.join(' ') };
      elements.push(element);
      parent.kids.push(`${element.ref} 0 R`);
      open.push(element);
      work();
      open.pop();
    },
    text(runs: readonly ShapedRun[], { x, y, size, color }: { x: number; y: number; size: number; color: string }) {
      draw(`${colorOf(color)} rg\n${fonts.show(runs, x, PAGE_HEIGHT - y, size)}`);
    },
    rectangle({ x, y, width, height, color, radius = 0 }: Box & { color: string; radius?: number }) {
      draw(`${colorOf(color)} rg\n${rounded(x, PAGE_HEIGHT - y - height, width, height, radius)} f\n`);
    },
    line(points: readonly (readonly [number, number])[], { color, width }: { color: string; width: number }) {
      const steps = points.map(([x, y], index) => `${num(x)} ${num(PAGE_HEIGHT - y)} ${index === 0 ? 'm' : 'l'}`);
      draw(`${colorOf(color)} RG ${num(width)} w 1 J 1 j\n${steps.join(' ')} S\n`);
    },
    get pageCount() {
      return pages.length;
    },
    /** Calls `work` for each page to draw decoration on it, such as the page number. */
    onEachPage(work: (index: number) => void) {
      const all = pages.splice(0);
      for (const [index, one] of all.entries()) {
        pages.push(one);
        work(index);
      }
    },
    bytes(): Buffer {
      const resources = `<< /Font << ${fonts.write()} >> >>`;
      for (const [index, { ref, content }] of pages.entries()) {
        const stream = file.addStream(content.join(''));
        const box = `/MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}]`;
        file.fill(
          ref,
          `<< /Type /Page /Parent ${pagesRef} 0 R ${box} /Resources ${resources} /Contents ${stream} 0 R /StructParents ${index} /Tabs /S >>`,
        );
      }
      for (const { role, ref, parent, kids, page: of, more } of elements)
        file.fill(
          ref,
          `<< /Type /StructElem /S /${role} /P ${parent} 0 R${of === null ? '' : ` /Pg ${of} 0 R`} /K [${kids.join(' ')}] ${more} >>`,
        );
      const numbers = pages.map(({ marks }, index) => `${index} [${marks.map((ref) => `${ref} 0 R`).join(' ')}]`);
      const parents = file.add(`<< /Nums [${numbers.join(' ')}] >>`);
      file.fill(treeRef, `<< /Type /StructTreeRoot /K ${whole.ref} 0 R /ParentTree ${parents} 0 R >>`);
      file.fill(
        pagesRef,
        `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(({ ref }) => `${ref} 0 R`).join(' ')}] >>`,
      );
      file.fill(
        root,
        `<< /Type /Catalog /Pages ${pagesRef} 0 R /Lang (${lang}) /MarkInfo << /Marked true >> /StructTreeRoot ${treeRef} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`,
      );
      return file.bytes(root, file.add(`<< /Title ${textString(title)} /Producer (Local Agent) >>`));
    },
  };
}
export type TaggedPdf = ReturnType<typeof taggedPdf>;

type Box = { x: number; y: number; width: number; height: number };

/** The path of a rectangle with rounded corners, from its lower left corner. */
function rounded(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) return `${num(x)} ${num(y)} ${num(width)} ${num(height)} re`;
  // Distance of the corner's control points from its edges: a Bézier curve approximates the quarter circle.
  const k = r * 0.4477;
  const [right, top] = [x + width, y + height];
  const at = (...values: number[]) => values.map(num).join(' ');
  return [
    `${at(x + r, y)} m ${at(right - r, y)} l ${at(right - k, y, right, y + k, right, y + r)} c`,
    `${at(right, top - r)} l ${at(right, top - k, right - k, top, right - r, top)} c`,
    `${at(x + r, top)} l ${at(x + k, top, x, top - k, x, top - r)} c`,
    `${at(x, y + r)} l ${at(x, y + k, x + k, y, x + r, y)} c h`,
  ].join(' ');
}
