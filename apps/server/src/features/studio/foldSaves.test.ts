import { randomUUID, type UUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { applyChanges } from '@portico/authoring/applyChange';
import { blankDraft } from '@portico/authoring/blankDraft';
import { breaksLimits } from '@portico/authoring/merging/breaksLimits';
import { mergeChanges, type Merged } from '@portico/authoring/mergeChanges';
import { edited, textEdit, type TextEdit } from '@portico/authoring/testing/randomTexts';
import { findComponent } from '@portico/authoring/tree/find';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { Change, ItemContent } from '@portico/contracts/studio/draft';
import { followStudioItem, getStudioItem } from '@portico/contracts/studio/studio';
import { readRowOrThrow } from '../../db/rows.ts';
import { addJob } from '../../jobs/queue.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { foldSaves, type FoldedSave, type KnownTab } from './foldSaves.ts';
import { savedUpTo, versionsSeen } from './savedChanges.queries.ts';
import { draftCalls, header, insert, set } from './testing/draftCalls.ts';
import { headingIn } from './testing/headingIn.ts';

const IDS = ['a', 'b', 'c'];
const TABS = ['ana', 'ben', 'cem'];
/** In steps: a contact this soon after the last recorded one is not recorded. */
const LAG = 3;

interface Step {
  who: number;
  kind: 'write' | 'title' | 'move' | 'remove' | 'insert' | 'look' | 'fold';
  component: number;
  edit: TextEdit;
}
const others = ['title', 'move', 'remove', 'insert', 'look', 'fold', 'fold'] as const;
const step = fc.record<Step>({
  who: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(TABS.length - 1)),
  kind: fc.constantFrom(...Array.from({ length: 12 }, () => 'write' as const), ...others),
  component: fc.nat(IDS.length - 1),
  edit: textEdit('XYZ '),
});

/** What one writes, moves or removes in the draft as one sees it. */
function changeOf(draft: ItemContent, { kind, component, edit }: Step): Change | undefined {
  const id = IDS[component]!;
  const found = findComponent(draft, id)?.component;
  const write = (text: string) => edited(text, edit, () => false);
  if (kind === 'title') return { do: 'field', name: 'header', value: write(draft.fields.header) };
  if (kind === 'insert') return found ? undefined : insert(header(id, edit.write));
  if (!found) return undefined;
  if (kind === 'remove') return { do: 'remove', id };
  if (kind === 'move') return { do: 'move', id, place: { tree: 'components', parent: null, after: null } };
  return set(header(id, write(found.type === 'Header' ? found.text : '')));
}

const start: ItemContent = {
  ...blankDraft,
  trees: { ...blankDraft.trees, components: IDS.map((id) => header(id, 'Shared words')) },
};

/** Three tabs that write in one item, whose saves are stored one by one, and also folded now and then. */
function createItem() {
  let stored: Pick<Merged, 'draft' | 'stamps'> = { draft: start, stamps: {} };
  const single: FoldedSave[] = [];
  let folded: FoldedSave[] = [];
  let steps = 0;
  const seen = TABS.map(() => ({ draft: start, base: 0 }));
  const known = TABS.map(() => ({ since: 0, at: 0 }));
  const after = (saves: FoldedSave[], base: number) =>
    saves
      .filter(({ sequence }) => sequence > base)
      .map((save) => ({ ...save, clientId: save.writers.at(-1)!, by: '' }));
  const versions = (saves: FoldedSave[], since: number, clientId: string) =>
    versionsSeen(after(saves, since), { since, sequence: single.length, clientId });
  const meet = (who: number) => {
    if (steps - known[who]!.at > LAG) known[who] = { since: seen[who]!.base, at: steps };
    seen[who] = { draft: stored.draft, base: single.length };
  };
  return {
    single,
    after: (base: number) => after(folded, base),
    stored: () => stored.draft,
    known: (since: number, clientId: string) => [versions(folded, since, clientId), versions(single, since, clientId)],
    seen,
    meet,
    next: () => (steps += 1),
    fold() {
      const tabs = known.map(({ since, at }): KnownTab => ({ since, until: new Date(at + LAG) }));
      const { unneeded, folded: found } = foldSaves(folded, tabs);
      const isGone = (save: FoldedSave) =>
        unneeded.includes(save) ||
        found.some((one) => save.sequence <= one.sequence && save.sequence > one.sequence - one.covers);
      folded = [...folded.filter((save) => !isGone(save)), ...found].toSorted(
        (one, other) => one.sequence - other.sequence,
      );
    },
    save(who: number, change: Change) {
      const clientId = TABS[who]!;
      const { base } = seen[who]!;
      const stamp = { base, sequence: single.length + 1, by: clientId, clientId };
      const [one, other] = [folded, single].map((saves) =>
        mergeChanges(stored, [change], stamp, { versions: versions(saves, base, clientId), breaksLimits }),
      ) as [Merged, Merged];
      const { made: changes, replaced } = other;
      stored = other;
      const save = {
        sequence: stamp.sequence,
        covers: 1,
        writers: [clientId],
        savedAt: new Date(steps),
        changes,
        replaced,
      };
      single.push(save);
      folded.push(save);
      meet(who);
      return [one, other];
    },
  };
}

describe('saves that were folded', () => {
  test('leave every tab that comes back what it needs: it merges and sees the same as if all saves were stored [COWRITE-020]', () => {
    let folds = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        const item = createItem();
        for (const next of steps) {
          item.next();
          const { who } = next;
          if (next.kind === 'fold') item.fold();
          else if (next.kind === 'look') {
            const { base, draft } = item.seen[who]!;
            const { saved, isTooOld } = savedUpTo(item.after(base), { since: base, sequence: item.single.length });
            expect(isTooOld).toBe(false);
            expect(
              applyChanges(
                draft,
                saved.flatMap(({ changes }) => changes),
              ).draft,
            ).toEqual(item.stored());
            item.meet(who);
          } else {
            const change = changeOf(item.seen[who]!.draft, next);
            if (!change) continue;
            folds += Number(item.after(item.seen[who]!.base).some(({ covers }) => covers > 1));
            const [one, other] = item.save(who, change);
            expect(one).toEqual(other);
          }
        }
      }),
      { numRuns: 500 },
    );
    // So many saves were merged with a version from a folded one.
    expect(folds).toBeGreaterThan(50);
  });

  test('are never merged with a version that a tab had not seen, wherever it was [COWRITE-020]', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        const item = createItem();
        const drafts = [start];
        for (const next of steps) {
          item.next();
          if (next.kind === 'fold') item.fold();
          else if (next.kind === 'look') item.meet(next.who);
          else {
            const change = changeOf(item.seen[next.who]!.draft, next);
            if (change) item.save(next.who, change);
            if (change) drafts.push(item.stored());
          }
        }
        for (const [base, draft] of drafts.entries()) {
          const [some, all] = item.known(base, 'stranger') as [Map<string, Change>, Map<string, Change>];
          for (const [key, version] of some) expect(version).toEqual(all.get(key));
          const { saved, isTooOld } = savedUpTo(item.after(base), { since: base, sequence: item.single.length });
          if (!isTooOld)
            expect(
              applyChanges(
                draft,
                saved.flatMap(({ changes }) => changes),
              ).draft,
            ).toEqual(item.stored());
        }
      }),
      { numRuns: 300 },
    );
    expect.hasAssertions();
  });
});

/** An item in which several tabs write, with a clock that the test moves. */
async function setup() {
  const portal = await testPortal();
  const { db, clock, runJobs } = portal;
  const edda = () => portal.as('edda');
  const { start: create, save } = draftCalls(edda);
  const itemId = await create();
  await save(itemId, 0, [insert(header('a', 'Shared words.'))]);
  let text = 'Shared words.';
  const follow = (clientId: string, since: number, isLeaving = false) =>
    edda().call(followStudioItem, { params: { itemId }, body: { clientId, since, focus: null, isLeaving } });
  return {
    itemId,
    save: (base: number, changes: Change[], ids: { clientId: UUID; batchId?: UUID }) =>
      save(itemId, base, changes, ids),
    follow,
    draft: () => edda().call(getStudioItem, { params: { itemId } }),
    wait: (ms: number) => (clock.now = new Date(clock.now.getTime() + ms)),
    /** Types letters at the end, each saved alone. */
    async type(clientId: UUID, base: number, count: number): Promise<number> {
      for (let key = 0; key < count; key += 1) {
        text += String.fromCodePoint(97 + (key % 26));
        await save(itemId, base + key, [set(header('a', text))], { clientId });
        clock.now = new Date(clock.now.getTime() + 200);
      }
      return base + count;
    },
    async fold() {
      await addJob(db, 'fold-studio-saves', {});
      await runJobs();
    },
    /** Rows and bytes of the stored saves, and bytes of the draft as JSON. */
    async size() {
      return readRowOrThrow(
        db,
        z.object({ rows: z.int(), saves: z.int(), draft: z.int() }),
        sql`select count(*)::int as rows, coalesce(sum(pg_column_size(change)), 0)::int as saves,
          (select length(draft::text) from studio_drafts where item_id = ${itemId})::int as draft
        from studio_changes change where item_id = ${itemId}`,
      );
    },
  };
}

describe('the saves of a draft', () => {
  test('become few rows some minutes after they were made; the last batch of each tab is still known [COWRITE-021]', async () => {
    const { save, follow, type, wait, fold, size, draft } = await setup();
    const [ana, ben] = [randomUUID(), randomUUID()];
    await follow(ben, 1);
    let last = await type(ana, 1, 60);
    const batchId = randomUUID();
    const { draft: before } = await draft();
    const sent = [set(header('a', `${headingIn(before)} End.`))];
    await save(last, sent, { clientId: ben, batchId });
    last += 1;
    await fold();
    expect(await size()).toMatchObject({ rows: 62 });
    wait(HOUR_MS);
    for (const tab of [ana, ben]) await follow(tab, last);
    await fold();
    // One inserted the text; two remember the last batch of each tab.
    const { rows, saves, draft: plain } = await size();
    expect(rows).toBe(3);
    expect(saves).toBeLessThan(4 * plain);
    await fold();
    expect(await size()).toEqual({ rows, saves, draft: plain });
    const again = await save(last - 1, sent, { clientId: ben, batchId });
    expect(again).toMatchObject({ sequence: last, conflicts: [] });
    expect(headingIn((await draft()).draft)).toBe(`${headingIn(before)} End.`);
  });

  test('let a tab that was offline for a day merge what it typed, and others follow from where they were [COWRITE-020]', async () => {
    const { save, follow, type, wait, fold, size, draft } = await setup();
    const [ana, ben, eve] = [randomUUID(), randomUUID(), randomUUID()];
    let last = await type(ana, 1, 30);
    // Ben's line breaks here, and Eve's tab falls asleep later.
    await follow(ben, last);
    const seenByBen = { base: last, text: headingIn((await draft()).draft) };
    wait(60_000);
    last = await type(ana, last, 40);
    await follow(eve, last);
    const seenByEve = last;
    wait(60_000);
    last = await type(ana, last, 40);
    await follow(ana, last);
    const { rows: before } = await size();
    wait(DAY_MS - HOUR_MS);
    await fold();
    const { rows } = await size();
    expect([before, rows]).toEqual([111, 3]);
    const eves = await follow(eve, seenByEve);
    expect(eves).toMatchObject({ isTooOld: false, sequence: last });
    expect(eves.saved).toHaveLength(1);
    expect(eves.saved[0]!.changes).toEqual((await draft()).draft.trees.components.map(set));
    const anas = headingIn((await draft()).draft);
    const bens = await save(seenByBen.base, [set(header('a', `By Ben: ${seenByBen.text}`))], { clientId: ben });
    expect(bens).toMatchObject({ conflicts: [], isTooOld: false });
    expect(headingIn((await draft()).draft)).toBe(`By Ben: ${anas}`);
  });

  test('stay as they are where they insert, move or remove something, and near the last contact of a tab [COWRITE-020]', async () => {
    const { save, follow, type, wait, fold, size, draft } = await setup();
    const [ana, ben] = [randomUUID(), randomUUID()];
    let last = await type(ana, 1, 30);
    await follow(ben, last);
    // Ben's tab has heard of some of these, but had no reason yet to say so.
    wait(40_000);
    const seenByBen = { base: last + 2, text: `${headingIn((await draft()).draft)}ab` };
    last = await type(ana, last, 20);
    wait(20_000);
    last = await type(ana, last, 20);
    await save(last, [insert(header('b', 'Another'), 'a')], { clientId: ana });
    last = await type(ana, last + 1, 20);
    await follow(ana, last);
    wait(HOUR_MS);
    await fold();
    // Two insertions, Ben's 20, one for each 20 of Ana.
    expect(await size()).toMatchObject({ rows: 24 });
    const anas = headingIn((await draft()).draft);
    const answer = await save(seenByBen.base, [set(header('a', `By Ben: ${seenByBen.text}`))], { clientId: ben });
    expect(answer.conflicts).toEqual([]);
    expect(headingIn((await draft()).draft)).toBe(`By Ben: ${anas}`);
  });
});
