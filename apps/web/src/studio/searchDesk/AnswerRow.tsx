import type { PinnedAnswer, PinnedItem } from '@portico/contracts/pinnedAnswers';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Button } from '@portico/ui/Button';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { linkKindLabel } from '../kinds.ts';
import page from '../Sections.module.css';
import { termsLabel } from './termsLabel.ts';

interface AnswerRowProps {
  answer: PinnedAnswer;
  canMerge: boolean;
  onEdit: () => void;
  onMerge: () => void;
  onRetire: () => void;
}

/** The terms of an answer, its items, and what can be done with it. */
export function AnswerRow({ answer: { terms, items }, canMerge, onEdit, onMerge, onRetire }: AnswerRowProps) {
  const name = terms[0]!;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>
          <bdi>{termsLabel(terms)}</bdi>
        </p>
        <ol className={page.calledOff}>
          {items.map((item) => (
            <li key={item.itemId} className={rows.facts}>
              <Item item={item} />
            </li>
          ))}
        </ol>
      </div>
      <div className={rows.tools}>
        <Button size="small" aria-label={t('searchDesk.changeOf', { name })} onPress={onEdit}>
          {t('searchDesk.change')}
        </Button>
        <ActionMenu
          label={t('searchDesk.actionsOf', { name })}
          size="small"
          actions={[
            ...(canMerge ? [{ label: t('searchDesk.merge'), onAction: onMerge }] : []),
            { label: t('searchDesk.retire'), onAction: onRetire },
          ]}
        />
      </div>
    </li>
  );
}

function Item({ item: { itemId, title, kind, state } }: { item: PinnedItem }) {
  if (state === 'Deleted') return t('searchDesk.deleted');
  return (
    <>
      <PortalLink href={`/studio/${itemId}`}>{title || t('studio.untitled')}</PortalLink> · {linkKindLabel(kind)}
      {state === 'Hidden' && ` · ${t('searchDesk.hidden')}`}
    </>
  );
}
