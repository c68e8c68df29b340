import { ContentComponent, shapeOf, shellOf, type ComponentOf } from '@portico/kinds/content';
import { areCreditsComplete } from '@portico/kinds/credits';
import { MIN_FULL_WIDTH, type ImageRef } from '@portico/kinds/media';
import { plainInline, plainText } from '@portico/kinds/plainText';
import { isWebAddress } from '@portico/kinds/safeHref';
import { withoutInvisible } from '@portico/kinds/typedText';
import type { InlineText } from '@portico/kinds/richText';
import type { FieldName } from '@portico/kinds/items';
import { fieldKey, type ItemContent, type StudioKind } from '@portico/contracts/studio/draft';
import { optionalChecks, type CheckLevel, type ChosenCheck } from '@portico/contracts/studio/studioChecks';
import { walkDraft } from '../tree/find.ts';
import { uploadsIn } from '../uploadsIn.ts';
import { linksOf } from './linksOf.ts';
import { findPersonalData, isPersonalData } from './personalData.ts';

export type CheckCode = 'Missing' | 'Incomplete' | 'Nobody' | 'SecondConfirmation' | ChosenCheck;

/** A finding to review before an item is published. If `blocks` is set, it must be fixed first. */
export interface Check {
  code: CheckCode;
  blocks: boolean;
  /** The component's id, or a field's key. */
  key: string;
  /**
   * What the finding is about: a field's name, the path of a component's property, a link's text, the id of a picture
   * or file, or the suspected personal data.
   */
  words: string;
}

/** What the administrator chose, and what is known about external links and uploads. */
export interface CheckSettings {
  levels?: Partial<Record<ChosenCheck, CheckLevel>>;
  /** Addresses that don't work. */
  deadLinks?: ReadonlySet<string>;
  /** Ids of pictures and files without license or source. */
  unlicensed?: ReadonlySet<string>;
}

/**
 * Personal data of clients must not reach readers; other checks are only warnings, or off, unless the administrator
 * changes that.
 */
export const defaultLevel = (check: ChosenCheck): CheckLevel =>
  isPersonalData(check) ? 'Block' : optionalChecks.includes(check) ? 'Off' : 'Warn';

const isChosen = (code: CheckCode): code is ChosenCheck =>
  code !== 'Missing' && code !== 'Incomplete' && code !== 'SecondConfirmation';

/** Findings in page order: first the fields, then the components. */
export function checkDraft(kind: StudioKind, draft: ItemContent, settings: CheckSettings = {}): Check[] {
  const { levels = {}, deadLinks = new Set(), unlicensed = new Set() } = settings;
  const levelOf = (code: ChosenCheck) => levels[code] ?? defaultLevel(code);
  const checks = [
    ...checkFields(kind, draft),
    ...(['image', 'file'] as const).flatMap((name) => checkLicenses(draft.fields[name], fieldKey(name), unlicensed)),
    ...checkHeadings(draft),
    ...checkTableNames(draft),
    ...checkConfirmations(kind, draft),
    ...[...walkDraft(draft)].flatMap(({ component }) => [
      ...checksOfComponent(component),
      ...checkLinks(component, deadLinks),
      ...checkLicenses(shellOf(component), component.id, unlicensed),
    ]),
  ];
  return checks
    .filter(({ code }) => !isChosen(code) || levelOf(code) !== 'Off')
    .map((check) => (isChosen(check.code) ? { ...check, blocks: levelOf(check.code) === 'Block' } : check));
}

const checkLicenses = (content: unknown, key: string, unlicensed: ReadonlySet<string>): Check[] =>
  unlicensed.size === 0
    ? []
    : [...new Set(uploadsIn(content))]
        .filter((id) => unlicensed.has(id))
        .map((id) => ({ code: 'NoLicense', blocks: false, key, words: id }));

const checkLinks = (component: ContentComponent, deadLinks: ReadonlySet<string>): Check[] =>
  deadLinks.size === 0
    ? []
    : linksOf(component)
        .filter((href) => deadLinks.has(href))
        .map((href) => ({ code: 'DeadLink', blocks: false, key: component.id, words: href }));

const needed: Record<StudioKind, FieldName[]> = {
  news: ['header'],
  event: ['header', 'startsAt', 'endsAt'],
  resource: ['header'],
  document: ['header', 'file'],
  page: ['header', 'path'],
  home: ['header'],
};

function checkFields(kind: StudioKind, { fields }: ItemContent): Check[] {
  const field = (name: FieldName, code: CheckCode, blocks: boolean, words: string = name): Check => ({
    code,
    blocks,
    key: fieldKey(name),
    words,
  });
  const isEmpty = (name: FieldName) => {
    const value = fields[name];
    return value === null || (typeof value === 'string' && value.trim() === '');
  };
  const { startsAt, endsAt, publishedAt, expiresAt, joinLink, credits } = fields;
  return [
    ...needed[kind].filter(isEmpty).map((name) => field(name, 'Missing', true)),
    ...(startsAt && endsAt && Date.parse(endsAt) < Date.parse(startsAt) ? [field('endsAt', 'Incomplete', true)] : []),
    ...(publishedAt && expiresAt && Date.parse(expiresAt) <= Date.parse(publishedAt)
      ? [field('expiresAt', 'Incomplete', true)]
      : []),
    ...(kind === 'event' && !isEmpty('joinLink') && !isWebAddress(joinLink!.trim())
      ? [field('joinLink', 'Incomplete', true)]
      : []),
    ...(kind === 'event' && !areCreditsComplete(credits) ? [field('credits', 'Incomplete', true)] : []),
    ...(kind !== 'home' && isEmpty('description') ? [field('description', 'NoDescription', false)] : []),
    ...(kind === 'resource' && isEmpty('owner') ? [field('owner', 'NoOwner', false)] : []),
    ...(kind === 'resource' && isEmpty('reviewedAt') ? [field('reviewedAt', 'NoReviewDate', false)] : []),
    ...(fields.image && fields.image.width < MIN_FULL_WIDTH
      ? [field('image', 'SmallPicture', false, String(fields.image.width))]
      : []),
    ...(fields.image?.alt === '' ? [field('image', 'NoAlternativeText', false)] : []),
    ...(['header', 'description'] as const).flatMap((name) =>
      findPersonalData(fields[name]).map(({ kind: code, found }) => field(name, code, true, found)),
    ),
  ];
}

/** A heading can be at most one level deeper than the previous one. */
function checkHeadings(draft: ItemContent): Check[] {
  let before = 1;
  return [...walkDraft(draft)].flatMap(({ component }): Check[] => {
    if (component.type !== 'Header') return [];
    const isSkipped = component.level > before + 1;
    before = component.level;
    return isSkipped ? [{ code: 'SkippedHeading', blocks: false, key: component.id, words: component.text }] : [];
  });
}

/** Readers, and above all screen readers, tell several tables apart by their captions. */
function checkTableNames(draft: ItemContent): Check[] {
  const tables = [...walkDraft(draft)].flatMap(({ component }) =>
    component.type === 'Table' && !isEmptyTable(component) ? [component] : [],
  );
  const nameOf = ({ caption = '' }: TableComponent) => withoutInvisible(caption).trim().toLowerCase();
  const names = tables.map(nameOf);
  if (tables.length < 2) return [];
  return tables
    .filter((_, index) => names[index] === '' || names.indexOf(names[index]!) < index)
    .map(({ id, caption = '' }) => ({ code: 'UnnamedTable', blocks: false, key: id, words: caption }));
}

/**
 * Only the first confirmation in the main content of an item with its own page asks anything, and only events have
 * people who attended.
 */
function checkConfirmations(kind: StudioKind, draft: ItemContent): Check[] {
  const [first] = [...walkDraft({ ...draft, trees: { ...draft.trees, preEventData: [], postEventData: [] } })].filter(
    ({ component }) => component.type === 'Confirmation',
  );
  const hasPage = kind !== 'home' && kind !== 'document';
  const components = [...walkDraft(draft)];
  const withoutAttendance = components
    .filter(({ component }) => kind !== 'event' && component.type === 'Confirmation' && component.onlyAttended === true)
    .map(({ component }): Check => ({ code: 'Incomplete', blocks: true, key: component.id, words: 'onlyAttended' }));
  const second = components
    .filter(({ component }) => component.type === 'Confirmation' && !(hasPage && component.id === first?.component.id))
    .map(({ component }): Check => ({ code: 'SecondConfirmation', blocks: true, key: component.id, words: '' }));
  return [...second, ...withoutAttendance];
}

const VAGUE = /^(?:click here|here|this|this link|link|more|read more|learn more|click|go)[.!…]*$/i;

const checksByComponent = new WeakMap<ContentComponent, Check[]>();

/** Components are immutable, so each is checked only once, however often the draft is checked. */
function checksOfComponent(component: ContentComponent): Check[] {
  const checks = checksByComponent.get(component) ?? checkComponent(component);
  checksByComponent.set(component, checks);
  return checks;
}

function checkComponent(component: ContentComponent): Check[] {
  const about = (code: CheckCode, words = '', blocks = false): Check => ({ code, blocks, key: component.id, words });
  if (isEmptyText(component)) return [about('EmptyComponent', '', false)];
  const [issue] = ContentComponent.safeParse(component).error?.issues ?? [];
  const own = shellOf(component);
  const text = allTexts(own).join('\n');
  const pictures = picturesOf(own);
  const minWidth = shapeOf(component)?.minPictureWidth?.(component) ?? MIN_FULL_WIDTH;
  return [
    ...(issue ? [about('Incomplete', issue.path.join('.'), true)] : []),
    ...pictures.filter(({ alt }) => alt === '').map(() => about('NoAlternativeText')),
    ...pictures.filter(({ width }) => width < minWidth).map(({ width }) => about('SmallPicture', String(width))),
    ...(component.type === 'Table' && component.header.every((cell) => isBlank(plainInline(cell)))
      ? [about('NoTableHeader')]
      : []),
    ...linkTextsOf(own)
      .filter((words) => VAGUE.test(words.trim()))
      .map((words) => about('VagueLink', words)),
    ...findPersonalData(text).map(({ kind, found }) => about(kind, found, true)),
  ];
}

/** Whether a component that consists only of text is empty. It says nothing, so it need not block publication. */
function isEmptyText(component: ContentComponent): boolean {
  if (component.type === 'BodyText') return isBlank(plainText(component.body));
  return component.type === 'Table' && isEmptyTable(component);
}

type TableComponent = ComponentOf<'Table'>;

const isBlank = (text: string) => withoutInvisible(text).trim() === '';

const isEmptyTable = ({ caption = '', header, rows }: TableComponent): boolean =>
  isBlank(caption) && [header, ...rows].every((row) => row.every((cell) => isBlank(plainInline(cell))));

/** The pictures of a component. The cover of a video is none of them, because the video's title says what it shows. */
function picturesOf(data: unknown): ImageRef[] {
  if (Array.isArray(data)) return data.flatMap(picturesOf);
  if (typeof data !== 'object' || data === null) return [];
  if ('widths' in data) return [data as ImageRef];
  return Object.entries(data).flatMap(([name, value]) => (name === 'poster' ? [] : picturesOf(value)));
}

/** All texts of a component, without those of nested components. */
function allTexts(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (Array.isArray(data)) return isInline(data) ? [plainInline(data)] : data.flatMap(allTexts);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    ['id', 'type', 'formId', 'documentId', 'href', 'widths'].includes(name) ? [] : allTexts(value),
  );
}

const isInline = (data: unknown[]): data is InlineText =>
  data.length > 0 &&
  data.every((node) => ['text', 'hardBreak'].includes((node as { type?: string } | null)?.type ?? ''));

function linkTextsOf(component: ContentComponent): string[] {
  if (component.type === 'Link') return [component.text];
  return linkedRuns(component);
}

function linkedRuns(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(linkedRuns);
  if (typeof data !== 'object' || data === null) return [];
  const { type, text, marks } = data as { type?: string; text?: string; marks?: Array<{ type: string }> };
  if (type === 'text' && text !== undefined) return marks?.some((mark) => mark.type === 'link') ? [text] : [];
  if ('href' in data && typeof text === 'string') return [text];
  return Object.values(data).flatMap(linkedRuns);
}
