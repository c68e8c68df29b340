import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { DAY_MS } from '@portico/contracts/durations';
import { api } from '@portico/contracts/api';
import type { ComponentTree } from '@portico/kinds/content';
import type { ImageRef } from '@portico/kinds/media';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import type { InlineText } from '@portico/kinds/richText';
import { isInAudience } from '@portico/authoring/audience';
import { factOf, type AudienceRule } from '@portico/kinds/audience';
import { createNotifications as notify } from '../../features/notifications/createNotifications.ts';
import { addPicture } from '../../media/pictures/pictures.ts';
import { storedAudience } from '../../visibility/audienceRules.ts';
import { provision, provisionGroup, scimClient } from '../scimClient.ts';
import type { TestPortal } from '../testPortal.ts';
import { readers, type ItemSpec, type Kind, type ReaderFacts } from './scenarios.ts';

/*
 * Items of every kind and state, each with its own words and pictures, so that any response containing one of these
 * shows the item.
 */

/**
 * `word` is in the title, `secret` in the text; neither they nor the category and department are in any other item.
 * `draftWord` is only in the draft of a published item.
 */
export interface Item extends ItemSpec {
  id: string;
  word: string;
  secret: string;
  draftWord: string;
  category: string;
  department: string;
  formId: string;
  checklistId: string;
  /** In no other item. */
  image: ImageRef;
  /** Only in the draft of a published item. */
  draftImage: ImageRef;
}

const letters = (seed: number): string =>
  [...String(1000 + seed)].map((digit) => 'bdfgklmprt'[Number(digit)]).join('a');

const TEAM = factOf('team', '');
const isTeam = (fact: string): boolean => fact.startsWith(TEAM);
/** SCIM group names must not differ by case alone, so anyone with a lowercase team gets all teams from the file. */
const hasTeamsByFile = (own: string[]): boolean => own.some((fact) => /^team:[a-z]/.test(fact));

/** Creates the readers' teams as SCIM groups, as an identity provider does. */
async function provisionTeams(portal: TestPortal, facts: ReaderFacts): Promise<void> {
  const scim = await scimClient(portal);
  const ids = new Map<string, string>();
  for (const name of Object.keys(readers)) ids.set(name, await provision(scim, name, { externalId: name }));
  const provisioned = (name: string) => (hasTeamsByFile(facts[name] ?? []) ? [] : (facts[name] ?? []));
  const teams = new Set(Object.keys(facts).flatMap(provisioned).filter(isTeam));
  for (const team of teams) {
    const members = [...ids].flatMap(([name, id]) => (provisioned(name).includes(team) ? [id] : []));
    await provisionGroup(scim, team.slice(TEAM.length), members);
  }
}

/** Signs everyone in and gives them their facts. Returns their ids by name. */
export async function admitReaders(portal: TestPortal, facts: ReaderFacts): Promise<Map<string, string>> {
  const { as, db, clock } = portal;
  const ids = new Map<string, string>();
  for (const name of Object.keys(readers)) {
    await as(name).call(api.getCurrentUser, {});
    const { id } = await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow();
    ids.set(name, id);
    const own = facts[name] ?? [];
    await db
      .updateTable('users')
      .set({
        directory_facts: own.filter((fact) => !isTeam(fact) || hasTeamsByFile(own)),
        created_at: clock.now.toISOString(),
      })
      .where('id', '=', id)
      .execute();
  }
  await provisionTeams(portal, facts);
  // Makes the server reread the people it has cached.
  clock.now = new Date(clock.now.getTime() + 31_000);
  return ids;
}

export async function makeItem(
  portal: TestPortal,
  spec: ItemSpec,
  index: number,
  { earlierPages, people }: { earlierPages: number; people: Map<string, string> },
): Promise<Item> {
  const { make, clock } = portal;
  const from = (days: number): string => new Date(clock.now.getTime() + days * DAY_MS).toISOString();
  const word = `Qu${letters(index)}ox`;
  const secret = `Ze${letters(index)}ix`;
  const category = `Category ${word}`;
  const department = `Department ${word}`;
  const draftWord = `Dy${letters(index)}un`;
  const formId = randomUUID();
  const checklistId = `steps-${index}`;
  const image = await paintPicture(portal, index, 0);
  const draftImage = await paintPicture(portal, index, 1);
  const content: InlineText = [{ type: 'text', text: `Read ${secret}` }];
  const components: ComponentTree = [
    {
      id: checklistId,
      type: 'Checklist',
      title: `Steps of ${word}`,
      dueDate: '2026-07-01',
      items: [{ id: 'first', content }],
    },
    { id: 'ask', type: 'Confirmation', statement: `I have read ${secret}`, dueDate: '2026-07-01' },
    {
      id: 'form',
      type: 'Form',
      formId,
      title: `Form of ${word}`,
      fields: [{ id: 'name', type: 'TextField', alias: 'name', label: `Name of ${secret}` }],
    },
  ];
  const common = {
    header: `${word} plan`,
    description: `About ${secret}.`,
    categories: [category],
    audience: spec.audience,
    audienceRule: namingIds(spec.audienceRule, people),
    authorDepartment: department,
    image,
    publishedAt: from(spec.state === 'scheduled' ? 2 : -5),
    expiresAt: spec.state === 'expired' ? from(-1) : null,
    isDraft: spec.state === 'draft',
  };
  const times = spec.isOver ? { startsAt: from(-2), endsAt: from(-1) } : { startsAt: from(1), endsAt: from(2) };
  const ids: Record<Kind, () => Promise<string>> = {
    news: () => make.news({ ...common, components }),
    event: () =>
      make.event({
        ...common,
        ...times,
        components,
        locationType: 'InPerson',
        location: `Hall ${secret}`,
        speakers: [`Speaker ${word}`],
        registration: {},
        preEventData: [{ id: 'before', type: 'Header', level: 2, text: secret }],
      }),
    resource: () => make.resource({ ...common, components, department, owner: `Owner ${secret}` }),
    page: () => make.page({ ...common, components, path: contentPagePaths[earlierPages]! }),
    home: () =>
      make.home({
        ...common,
        components: [
          {
            id: 'callout',
            type: 'Callout',
            kind: 'Info',
            title: word,
            body: { type: 'doc', content: [{ type: 'paragraph', content }] },
          },
        ],
        notificationBanner: { id: `banner-${index}`, kind: 'Info', title: secret },
        widgets: [{ id: 'todo', kind: 'Todo', title: word }],
      }),
    document: () => make.document({ ...common, department, text: `${secret} ${word}` }),
  };
  const item = {
    ...spec,
    id: await ids[spec.kind](),
    word,
    secret,
    draftWord,
    category,
    department,
    formId,
    checklistId,
    image,
    draftImage,
  };
  if (spec.state === 'redrafted') await redraft(portal, item);
  return item;
}

async function paintPicture(portal: TestPortal, index: number, version: 0 | 1): Promise<ImageRef> {
  const bytes = await sharp({
    create: { width: 40, height: 30, channels: 3, background: { r: index, g: version, b: 90 } },
  })
    .png()
    .toBuffer();
  return addPicture(portal, bytes, { alt: 'A field of one color' });
}

/** An author has started to write the next version, in which everything is new. */
async function redraft({ make, clock }: TestPortal, { id, kind, draftWord, draftImage }: Item): Promise<void> {
  const content: InlineText = [{ type: 'text', text: draftWord }];
  await make.redraft(id, {
    header: `${draftWord} plan`,
    description: draftWord,
    categories: [`Category ${draftWord}`],
    publishedAt: clock.now.toISOString(),
    authorDepartment: `Department ${draftWord}`,
    creatorInfo: { kind: 'User', name: draftWord },
    image: draftImage,
    location: draftWord,
    speakers: [draftWord],
    owner: draftWord,
    department: draftWord,
    ...(kind === 'home'
      ? {
          notificationBanner: { id: 'banner-new', kind: 'Info', title: draftWord },
          widgets: [{ id: 'todo', kind: 'Todo', title: draftWord }],
        }
      : {}),
    components:
      kind === 'document'
        ? []
        : [
            {
              id: 'steps-new',
              type: 'Checklist',
              title: draftWord,
              dueDate: '2026-07-01',
              items: [{ id: 'first', content }],
            },
          ],
  });
}

/** Everyone gets a notification about every item, like those about an event that they are invited to. */
export async function notifyEverybody({ db, clock }: TestPortal, items: Item[]): Promise<void> {
  const ids = (await db.selectFrom('users').select('id').execute()).map(({ id }) => id);
  for (const { id, word, secret } of items)
    await notify(
      db,
      ids,
      { title: `News of ${word}`, description: secret, link: `/news/${id}`, itemId: id },
      clock.now,
    );
}

/** Gives each published item a menu entry and a notice with the same audience and words, always in force. */
export async function addressMenuAndNotices(
  { as, db }: TestPortal,
  items: Item[],
  people: Map<string, string>,
): Promise<void> {
  for (const [position, item] of items.filter(isPublished).entries()) {
    const given = { audience: item.audience, audienceRule: namingIds(item.audienceRule, people) };
    const notice = { id: randomUUID(), title: `Notice of ${item.word}`, description: item.secret, link: null };
    await as('edda').call(api.sendNotice, { body: { ...notice, ...given } });
    await db
      .insertInto('menu_items')
      .values({
        id: `of-item-${position}`,
        placement: position % 2 === 0 ? 'menu' : 'avatar',
        position,
        name: `Entry ${item.word} plan`,
        kind: 'Link',
        page_link: `/explore#${item.secret}`,
        audience: storedAudience(given),
      })
      .execute();
  }
}

const isPublished = ({ state }: Item): boolean => state === 'published' || state === 'redrafted';

function namingIds({ include, exclude }: AudienceRule, ids: Map<string, string>): AudienceRule {
  const named = ({ person, ...others }: AudienceRule['exclude']) => ({
    ...others,
    ...(person ? { person: person.map((name) => ids.get(name)!) } : {}),
  });
  return { include: named(include), exclude: named(exclude) };
}

/** Whether a reader with these facts from the people file may see the item. */
export function isVisible(item: Item, reader: string, facts: ReaderFacts): boolean {
  const advisorType = readers[reader];
  const all = [
    factOf('person', reader),
    factOf('role', 'member'),
    ...(reader === 'edda' ? ['editor', 'studio-administrator'].map((role) => factOf('role', role)) : []),
    ...(advisorType ? [factOf('advisorType', advisorType)] : []),
    ...(facts[reader] ?? []),
  ];
  return isPublished(item) && isInAudience(item, all);
}
