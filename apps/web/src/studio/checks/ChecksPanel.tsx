import { findComponent } from '@portico/authoring/tree/find';
import type { Check } from '@portico/authoring/checks/checkDraft';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { excerpt } from '../excerpt.ts';
import { componentLabel } from '../componentKinds.ts';
import type { SessionState } from '../session/sessionState.ts';
import { checkLabel } from './checks.ts';
import { useChecks } from './useChecks.ts';
import styles from './ChecksPanel.module.css';

/** What to fix before publishing, each with a link to its place. */
export function ChecksPanel({ state, onSelect }: { state: SessionState; onSelect: (id: string | null) => void }) {
  const checks = useChecks(state);
  return (
    <section aria-labelledby="checks-title" className={styles.panel}>
      <h2 id="checks-title" className={styles.title}>
        {t('studio.panelchecks')}
      </h2>
      {checks.length === 0 && (
        <p className={styles.fine}>
          <CircleCheck aria-hidden="true" />
          {t('studio.checksFine')}
        </p>
      )}
      <CheckList checks={checks} state={state} onSelect={onSelect} />
    </section>
  );
}

interface CheckListProps {
  checks: readonly Check[];
  state: SessionState;
  onSelect: (id: string | null) => void;
}

export function CheckList({ checks, state, onSelect }: CheckListProps) {
  return (
    <ul className={styles.list}>
      {checks.map((check, index) => (
        <li key={index}>
          <button type="button" className={styles.check} onClick={() => onSelect(targetOf(check))}>
            {check.blocks ? (
              <CircleAlert aria-label={t('studio.checkBlocks')} className={styles.blocks} />
            ) : (
              <TriangleAlert aria-label={t('studio.checkWarns')} className={styles.warns} />
            )}
            <span>
              {checkLabel(check, findComponent(state.view, check.key)?.component)}
              <PlaceOf check={check} state={state} />
            </span>
          </button>
          {check.code === 'NoLicense' && (
            <PortalLink href={`/studio/media?media=${check.words}`} className={styles.remedy}>
              {t('studio.addLicense')}
            </PortalLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The component to select; null for a field, which belongs to the item's settings. */
const targetOf = ({ key }: Check): string | null => (key.startsWith('field:') ? null : key);

function PlaceOf({ check, state }: { check: Check; state: SessionState }) {
  const found = findComponent(state.view, check.key);
  if (!found) return null;
  const text = excerpt(found.component);
  return (
    <span className={styles.place}>
      {componentLabel(found.component.type)}
      {text && `: ${text}`}
    </span>
  );
}
