import { withoutQuestions } from '@portico/kinds/withoutQuestions';
import { wordsOfField } from '@portico/kinds/itemFields';
import { fieldNames, fields as allFields, type FieldName } from '@portico/kinds/items';
import { slotsOf, walkComponents, shellOf, withSlots, type ContentComponent } from '@portico/kinds/content';
import { textsOf } from '@portico/kinds/texts';
import type { ItemContent } from '@portico/contracts/studio/draft';

/** Where a section is: in the text of the item, or one of the parts that every item has at most once. */
type SectionPart = 'text' | 'facts' | 'statement' | 'preEventData' | 'postEventData';

/** A part of an item that is compared, marked and recorded as a whole. Source: decisions/0322. */
export interface Section {
  part: SectionPart;
  /** Null for what comes before the first heading, and for parts that are no text. */
  heading: string | null;
  /** The headings above it, outermost first. */
  path: string[];
  /** What people call it: its heading, with the one above it where the heading repeats. */
  label: string;
  /** What it consists of; nothing for title and summary. */
  components: ContentComponent[];
  /** Its words without the heading, one line per paragraph, list entry or cell. */
  lines: string[];
  /** Everything in it, without ids and what is empty, as text to compare. */
  content: string;
  /** The same as it is stored: JSON with sorted names and without spaces. */
  stored: string;
}

const labels: Record<SectionPart, string> = {
  text: 'Introduction',
  facts: 'Title and summary',
  statement: 'What you confirm',
  preEventData: 'Before the event',
  postEventData: 'After the event',
};

/** Parts that only some readers of an item may see, such as those who are registered. */
export const isForSome = ({ part }: Pick<Section, 'part'>): boolean =>
  part === 'preEventData' || part === 'postEventData';

/**
 * The sections of an item in reading order. Every header and every expandable part starts one; what follows an
 * expandable part belongs to the section around it. Title and summary, the statement to confirm, and the cards of an
 * event are sections, too.
 */
export function sectionsOf({ fields, trees }: ItemContent): Section[] {
  const { texts, statement } = divide(trees.components);
  const cards = (['preEventData', 'postEventData'] as const).filter((part) => trees[part].length > 0);
  const sections = [
    factsOf(fields),
    ...texts,
    ...(statement.length > 0 ? [sectionOf('statement', null, [], statement)] : []),
    ...cards.map((part) => sectionOf(part, null, [], trees[part])),
  ];
  const count = new Map<string, number>();
  for (const { label } of sections) count.set(label, (count.get(label) ?? 0) + 1);
  return sections.map((section) =>
    count.get(section.label) === 1 || section.path.length === 0
      ? section
      : { ...section, label: `${section.path.at(-1)!} › ${section.label}` },
  );
}

interface Started {
  heading: string | null;
  path: string[];
  components: ContentComponent[];
}

/** Headings of an inner part rank below all those around it. */
const RANKS_PER_PART = 10;
const PART_RANK = 5;

const startsSection = ({ type }: ContentComponent): boolean => type === 'Header' || type === 'ExpandCollapse';
const hasSections = (component: ContentComponent): boolean =>
  [...walkComponents([component])].some(({ component: inner }) => startsSection(inner));

function divide(components: ContentComponent[]): { texts: Section[]; statement: ContentComponent[] } {
  const started: Started[] = [];
  const statement: ContentComponent[] = [];
  const open: Array<{ heading: string; rank: number }> = [];
  const start = (heading: string, rank: number): Started => {
    while (open.length > 0 && open.at(-1)!.rank >= rank) open.pop();
    const section = { heading, path: open.map((above) => above.heading), components: [] };
    open.push({ heading, rank });
    started.push(section);
    return section;
  };

  /** Returns the section to which content after the list belongs. */
  function visit(list: ContentComponent[], around: Started, depth: number): Started {
    let current = around;
    for (const component of list) {
      if (component.type === 'Confirmation') statement.push(withoutQuestions(component));
      else if (component.type === 'Header') {
        current = start(component.text, depth * RANKS_PER_PART + component.level);
        current.components.push(component);
      } else if (component.type === 'ExpandCollapse') {
        const inside = slotsOf(component).flat();
        const first = inside.findIndex(hasSections);
        const part = start(component.title, depth * RANKS_PER_PART + PART_RANK);
        part.components.push(withSlots(component, [first < 0 ? inside : inside.slice(0, first)]));
        if (first >= 0) visit(inside.slice(first), part, depth + 1);
      } else if (hasSections(component))
        for (const inside of slotsOf(component)) current = visit(inside, current, depth);
      else current.components.push(component);
    }
    return current;
  }

  const introduction: Started = { heading: null, path: [], components: [] };
  visit(components, introduction, 0);
  const all = introduction.components.length > 0 ? [introduction, ...started] : started;
  return { texts: all.map(({ heading, path, components: own }) => sectionOf('text', heading, path, own)), statement };
}

function sectionOf(part: SectionPart, heading: string | null, path: string[], components: ContentComponent[]): Section {
  const lines = components.flatMap((component, index) => [
    ...(index === 0 && heading !== null ? [] : textsOf(shellOf(component))),
    ...[...walkComponents(slotsOf(component).flat())].flatMap(({ component: inner }) => textsOf(shellOf(inner))),
  ]);
  return {
    part,
    heading,
    path,
    label: heading?.trim() || labels[part],
    components,
    lines: lines.map((line) => line.trim()).filter((line) => line !== ''),
    content: comparable(components),
    stored: sorted(components),
  };
}

/** What readers see above the text. */
const factNames = fieldNames.filter(
  (name) =>
    wordsOfField(allFields[name]) === 'read' ||
    'shownOn' in allFields[name] ||
    ['image', 'startsAt', 'endsAt', 'timeZone'].includes(name),
);

function factsOf(fields: ItemContent['fields']): Section {
  const shown = Object.fromEntries(
    factNames.map((name) => [name, typeof fields[name] === 'string' ? fields[name].trim() : fields[name]]),
  );
  return {
    part: 'facts',
    heading: null,
    path: [],
    label: labels.facts,
    components: [],
    lines: factNames.flatMap((name) => factLines(name, shown[name])),
    content: comparable(shown),
    stored: sorted(shown),
  };
}

function factLines(name: FieldName, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (name === 'image') return [(value as { alt?: string }).alt ?? ''].filter((alt) => alt !== '');
  if (allFields[name].is === 'choice') return [];
  if (allFields[name].is === 'instant') return [`${String(value).slice(0, 16).replace('T', ' ')} UTC`];
  return [value].flat().map(String);
}

const sorted = (value: unknown): string => jsonOf(value, () => true);

/** Editors change the due date each time that they ask, and ids when they paste. Who must or may confirm is no text. */
const comparable = (value: unknown): string =>
  jsonOf(
    value,
    (name, each, owner) =>
      name !== 'id' &&
      !(['dueDate', 'delegatesMay', 'onlyAttended'].includes(name) && owner['type'] === 'Confirmation') &&
      each !== null &&
      each !== '' &&
      !(Array.isArray(each) && each.length === 0),
  );

function jsonOf(
  value: unknown,
  keeps: (name: string, value: unknown, owner: Record<string, unknown>) => boolean,
): string {
  if (Array.isArray(value)) return `[${value.map((each) => jsonOf(each, keeps)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const owner = value as Record<string, unknown>;
  const kept = Object.keys(owner)
    .filter((name) => owner[name] !== undefined && keeps(name, owner[name], owner))
    .sort();
  return `{${kept.map((name) => `${JSON.stringify(name)}:${jsonOf(owner[name], keeps)}`).join(',')}}`;
}
