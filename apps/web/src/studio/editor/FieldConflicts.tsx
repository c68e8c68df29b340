import { findComponent } from '@portico/authoring/tree/find';
import { fieldLabel } from '@portico/kinds/itemForms';
import type { FieldName } from '@portico/kinds/items';
import type { ContentFields, FieldChange } from '@portico/contracts/studio/draft';
import { Button } from '@portico/ui/Button';
import { advisorTypeLabel } from '../../kit/factLabels.ts';
import { t } from '../../locale/text.ts';
import { RuleText } from '../audience/RuleText.tsx';
import { ActionsContext } from '../canvas/commands/CanvasContext.ts';
import { ConflictPanel } from '../canvas/conflicts/ConflictPanel.tsx';
import { storedVersionLabel } from '../canvas/conflicts/storedVersionLabel.ts';
import { useConflictChoice } from '../canvas/conflicts/useConflictChoice.ts';
import { useFocusAfterChoice, useLostFocus } from '../canvas/conflicts/useLostFocus.ts';
import { isQuiet, type OpenConflict, type SessionState } from '../session/sessionState.ts';
import styles from './Editor.module.css';
import { use } from 'react';

/** Conflicts without a place on the page: about a field of the item, or a component that someone else removed. */
export function FieldConflicts({ state }: { state: SessionState }) {
  const actions = use(ActionsContext);
  const unplaced = state.conflicts.filter(
    (conflict) => !isQuiet(conflict, state.writing) && !findComponent(state.view, conflict.key),
  );
  useFocusAfterChoice(unplaced.length);
  if (unplaced.length === 0 || !actions) return null;
  return (
    <div className={styles.conflicts}>
      {unplaced.map((conflict, index) =>
        conflict.mine.do === 'field' ? (
          <FieldConflict
            key={`${conflict.key} ${index}`}
            conflict={conflict}
            mine={conflict.mine}
            stored={state.base.fields[conflict.mine.name]}
          />
        ) : (
          <ConflictPanel key={`${conflict.key} ${index}`} conflict={conflict} stored={null} />
        ),
      )}
    </div>
  );
}

function FieldConflict({ conflict, mine, stored }: { conflict: OpenConflict; mine: FieldChange; stored: unknown }) {
  const { choose, isTooSoon } = useConflictChoice(conflict, stored);
  const by = conflict.by || t('studio.someoneElse');
  return (
    <section
      ref={useLostFocus()}
      tabIndex={-1}
      data-choice
      className={styles.fieldConflict}
      aria-label={t('studio.conflictTitle', { name: by })}
    >
      <p>{t('studio.fieldConflict', { name: by, field: fieldLabel(mine.name) })}</p>
      <p>
        {storedVersionLabel(conflict)}: <FieldValue name={mine.name} value={stored} />
      </p>
      <p>
        {t('studio.yourVersion')}: <FieldValue name={mine.name} value={mine.value} />
      </p>
      <p role="status">{isTooSoon && t('studio.justChanged')}</p>
      <div className={styles.choices}>
        <Button size="small" onPress={() => choose('theirs')}>
          {t('studio.keepVersionOf', { name: by })}
        </Button>
        <Button size="small" variant="primary" onPress={() => choose('mine')}>
          {t('studio.useYours')}
        </Button>
      </div>
    </section>
  );
}

function FieldValue({ name, value }: { name: FieldName; value: unknown }) {
  if (name === 'audienceRule') return <RuleText rule={value as ContentFields['audienceRule']} />;
  if (name === 'audience') return (value as ContentFields['audience']).map(advisorTypeLabel).join(', ') || '–';
  return plainValue(value);
}

function plainValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(plainValue).join(', ') || '–';
  return typeof value === 'object' ? Object.values(value).map(plainValue).join(', ') : String(value);
}
