import { textsOf } from '@portico/kinds/texts';
import { walkDraft } from '@portico/authoring/tree/find';
import { walkComponents, type ContentComponent } from '@portico/kinds/content';
import type { Change } from '@portico/contracts/studio/draft';
import { Button } from '@portico/ui/Button';
import { use } from 'react';
import { t } from '../../locale/text.ts';
import { ActionsContext } from '../canvas/commands/CanvasContext.ts';
import { fieldLabel } from '@portico/kinds/itemForms';
import { componentLabel } from '../componentKinds.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { refusedIn } from '../session/refusals.ts';
import type { SessionState } from '../session/sessionState.ts';
import styles from './Editor.module.css';

/** Changes that the server rejected: the reason, a link to the component, and its text to copy elsewhere. */
export function RefusedChanges({ session, state }: { session: DraftSession; state: SessionState }) {
  const actions = use(ActionsContext);
  return refusedIn(state).map(({ change, refusal }, index) => {
    const component = contentOf(change, state);
    const name = change.do === 'field' ? fieldLabel(change.name) : component ? componentLabel(component.type) : '';
    const goTo = (id: string) => {
      actions?.select(id);
      // The component may already be selected without having focus.
      document.querySelector<HTMLElement>(`[data-block-id="${CSS.escape(id)}"]`)?.focus();
    };
    const copy = () => {
      void navigator.clipboard?.writeText(textOf(change, component)).then(
        () => actions?.say(t('studio.wordsCopied')),
        () => actions?.say(t('studio.wordsNotCopied')),
      );
    };
    return (
      <section key={index} className={styles.fieldConflict} aria-label={t('studio.refusedTitle', { what: name })}>
        <p>
          <strong>{t('studio.refusedTitle', { what: name })}</strong>
        </p>
        <p>
          {refusal} {t(state.isStoredLocally ? 'studio.refusedKept' : 'studio.refusedOnPage')}
        </p>
        <div className={styles.choices}>
          {component && (
            <Button size="small" onPress={() => goTo(component.id)}>
              {t('studio.goToComponent')}
            </Button>
          )}
          <Button size="small" onPress={copy}>
            {t('studio.copyWords')}
          </Button>
          <Button size="small" onPress={() => void session.retry()}>
            {t('studio.tryAgain')}
          </Button>
        </div>
      </section>
    );
  });
}

function contentOf(change: Change, state: SessionState): ContentComponent | undefined {
  if (change.do === 'insert' || change.do === 'set') return change.component;
  if (change.do === 'field') return undefined;
  return [...walkDraft(state.view)].find(({ component }) => component.id === change.id)?.component;
}

const textOf = (change: Change, component: ContentComponent | undefined): string =>
  change.do === 'field'
    ? String(change.value ?? '')
    : [...walkComponents(component ? [component] : [])].flatMap((found) => textsOf(found.component)).join('\n');
