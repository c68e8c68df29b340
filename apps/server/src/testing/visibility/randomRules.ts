import fc from 'fast-check';
import { factOf, type AudienceDimension, type AudienceRule } from '@portico/kinds/audience';

/* Rules and facts that often match, because there are few values. */

const values: Partial<Record<AudienceDimension, string[]>> = {
  role: ['editor', 'studio-administrator'],
  firm: ["Quill & Sons' firm", 'Harbor'],
  branch: ['Boston HQ', 'Denver'],
  state: ['MA', 'CO', 'ME'],
  license: ['Series 7', '66 | 65 (!x) \\ & "both"'],
  team: ['Blue', 'blue'],
};

const someOf = (given: string[]) => fc.subarray(given, { minLength: 1 });

const included: Record<string, fc.Arbitrary<string[]>> = Object.fromEntries(
  Object.entries(values).map(([dimension, given]) => [dimension, someOf(given)]),
);

const atMostTwo = (by: Record<string, fc.Arbitrary<string[]>>) =>
  fc
    .subarray(Object.keys(by), { maxLength: 2 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, by[name]!]))));

/** Rules that may refer to these people; about a third are empty. */
export const rulesNaming = (people: string[]): fc.Arbitrary<AudienceRule> =>
  fc.oneof(
    fc.constant({ include: {}, exclude: {} }),
    fc.record({
      include: atMostTwo({ ...included, person: someOf(people) }),
      exclude: atMostTwo({
        ...included,
        advisorType: someOf(['AdvisorHybrid', 'AdvisorIFA', 'Nla']),
        person: someOf(people),
      }),
    }) as fc.Arbitrary<AudienceRule>,
    fc.record({ include: atMostTwo(included), exclude: fc.constant({}) }) as fc.Arbitrary<AudienceRule>,
  );

/** Facts of a person. */
export const someFacts: fc.Arbitrary<string[]> = fc.subarray(
  Object.entries(values)
    .filter(([dimension]) => dimension !== 'role')
    .flatMap(([dimension, given]) => given.map((value) => factOf(dimension as AudienceDimension, value))),
);
