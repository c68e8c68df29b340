import type { EditedMenu, MenuTree } from '@portico/contracts/studio/menuDesk';
import { isSameMenu } from '@portico/authoring/menu/menuChanges';
import { useState } from 'react';
import { z } from 'zod/mini';
import { readPersonal, writePersonal } from '../../sign-in/personalStorage.ts';

const STORED_NAME = 'menu-edit';
/** Steps that can be undone. */
const MAX_STEPS = 100;

const StoredEdit = z.object({
  /** The published version that the edit began with. */
  version: z.int(),
  menu: z.custom<MenuTree>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      ['menuItems', 'avatarMenuItems'].every((name) => Array.isArray((value as Record<string, unknown>)[name])),
  ),
});
type StoredEdit = z.infer<typeof StoredEdit>;

export interface MenuEditing {
  /** The menu as edited. */
  menu: MenuTree;
  /** Whether it differs from the published one. */
  isEdited: boolean;
  /** Whether another version was published since the edit began. */
  isOutdated: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Edits with the same `key` one after another, such as letters of one name, are undone together. */
  edit: (menu: MenuTree, key?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Takes the published menu. */
  discard: () => void;
  /** Keeps the edit and publishes it in place of the version that others published. */
  keep: () => void;
}

interface Steps {
  past: MenuTree[];
  future: MenuTree[];
  /** Key of the last edit. */
  key?: string | undefined;
}

/** The edit of the menu, with undo. It is stored in this browser until it is published or discarded. */
export function useMenuEditing(published: EditedMenu): MenuEditing {
  const [stored, setStored] = useState<StoredEdit | null>(() => {
    const parsed = z.safeParse(StoredEdit, readPersonal(STORED_NAME));
    return parsed.success ? parsed.data : null;
  });
  const [steps, setSteps] = useState<Steps>({ past: [], future: [] });
  const store = (next: StoredEdit | null) => {
    setStored(next);
    writePersonal(STORED_NAME, next);
  };
  const menu = stored?.menu ?? published.menu;
  const version = stored?.version ?? published.version;
  const show = (next: MenuTree) =>
    store(version === published.version && isSameMenu(published.menu, next) ? null : { version, menu: next });
  return {
    menu,
    isEdited: stored !== null && !isSameMenu(published.menu, stored.menu),
    isOutdated: version !== published.version,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    edit: (next, key) => {
      if (isSameMenu(menu, next)) return;
      const isContinued = key !== undefined && key === steps.key && steps.past.length > 0;
      setSteps({ past: isContinued ? steps.past : [...steps.past, menu].slice(-MAX_STEPS), future: [], key });
      show(next);
    },
    undo: () => {
      const before = steps.past.at(-1);
      if (!before) return;
      setSteps({ past: steps.past.slice(0, -1), future: [menu, ...steps.future] });
      show(before);
    },
    redo: () => {
      const [after, ...later] = steps.future;
      if (!after) return;
      setSteps({ past: [...steps.past, menu], future: later });
      show(after);
    },
    discard: () => {
      setSteps({ past: [], future: [] });
      store(null);
    },
    keep: () => store({ version: published.version, menu }),
  };
}
