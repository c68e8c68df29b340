import fc from 'fast-check';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import type { AudienceRule } from '@portico/kinds/audience';
import type { AdvisorType } from '@portico/kinds/advisorType';
import { rulesNaming, someFacts } from './randomRules.ts';

export type Kind = 'news' | 'event' | 'resource' | 'page' | 'home' | 'document';
type State = 'published' | 'draft' | 'scheduled' | 'expired' | 'redrafted';

export interface ItemSpec {
  kind: Kind;
  state: State;
  audience: AdvisorType[];
  /** Refers to people by the names used in tests. */
  audienceRule: AudienceRule;
  isOver: boolean;
}
/** Advisor types of the people that testPortal knows; `somebody` has none. */
export const members: Record<string, AdvisorType | null> = {
  ana: 'AdvisorHybrid',
  cora: 'AdvisorCorporate',
  nils: 'Nla',
  somebody: null,
};
/** Outside previews, an editor sees no more than others. */
export const readers: Record<string, AdvisorType | null> = { ...members, edda: 'AdvisorIFA' };

const specs = fc
  .array(
    fc.record<ItemSpec>({
      kind: fc.constantFrom('news', 'event', 'resource', 'page', 'home', 'document'),
      state: fc.constantFrom('published', 'published', 'published', 'draft', 'scheduled', 'expired', 'redrafted'),
      audience: fc.subarray<AdvisorType>(['AdvisorHybrid', 'AdvisorCorporate', 'Nla'], { maxLength: 2 }),
      audienceRule: rulesNaming(Object.keys(readers)),
      isOver: fc.boolean(),
    }),
    { minLength: 10, maxLength: 16 },
  )
  // At most as many pages as there are paths.
  .filter((scenario) => scenario.filter(({ kind }) => kind === 'page').length <= contentPagePaths.length);

/** Facts of readers by name: teams are provisioned, the rest is from the people file. */
export type ReaderFacts = Record<string, string[]>;

/** Items, and people who may or may not see them. */
export const scenarios = fc.record({
  specs,
  facts: fc.record<ReaderFacts>(Object.fromEntries(Object.keys(readers).map((name) => [name, someFacts]))),
});
export interface Scenario {
  specs: ItemSpec[];
  facts: ReaderFacts;
}

const noRule: AudienceRule = { include: {}, exclude: {} };
const someRules: AudienceRule[] = [
  { include: { branch: ['Boston HQ'] }, exclude: { person: ['cora'] } },
  { include: { person: ['nils', 'ana'] }, exclude: { state: ['MA'] } },
  { include: {}, exclude: { advisorType: ['Nla'], role: ['editor'], team: ['Blue'] } },
];

/**
 * In every run: each kind with a draft of a published item, and each hidden by its state, its advisor types or its
 * rule.
 */
const oneOfEach: ItemSpec[] = (['news', 'event', 'resource', 'page', 'home', 'document'] as const).flatMap(
  (kind, index) => [
    { kind, state: 'redrafted', audience: [], audienceRule: noRule, isOver: false },
    {
      kind,
      state: (['draft', 'scheduled', 'expired'] as const)[index % 3]!,
      audience: [],
      audienceRule: noRule,
      isOver: true,
    },
    { kind, state: 'published', audience: [], audienceRule: someRules[index % 3]!, isOver: true },
    {
      kind,
      state: 'published',
      audience: [(['AdvisorHybrid', 'AdvisorCorporate'] as const)[index % 2]!],
      audienceRule: noRule,
      isOver: false,
    },
  ],
);

export const firstScenario: Scenario = {
  specs: oneOfEach,
  facts: {
    ana: ['branch:Boston HQ', 'state:MA', 'team:Blue'],
    cora: ['branch:Boston HQ', 'state:CO'],
    nils: ['branch:Denver', 'state:CO'],
    somebody: [],
    edda: ['branch:Boston HQ'],
  },
};
