import {
  MAX_PINNED_ITEMS,
  type PinnedAnswer,
  type PinnedAnswerList,
  type PinnedItem,
} from '@portico/contracts/pinnedAnswers';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextArea } from '@portico/ui/TextArea';
import { showToast } from '@portico/ui/toasts';
import { useState } from 'react';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { linkKindLabel } from '../kinds.ts';
import { reasonOf } from '../reasonOf.ts';
import page from '../Sections.module.css';
import { ItemChoice } from './ItemChoice.tsx';
import { PinnedPreview } from './PinnedPreview.tsx';
import { useChangeAnswers } from './useChangeAnswers.ts';

export interface EditedAnswer extends PinnedAnswer {
  isNew: boolean;
}

interface AnswerDialogProps {
  list: PinnedAnswerList;
  edited: EditedAnswer;
  onClose: () => void;
}

const termsIn = (text: string): string[] => text.split('\n').map(cleanText).filter(Boolean);

/** Writes an answer, beside what readers find for its terms today. */
export function AnswerDialog({ list, edited, onClose }: AnswerDialogProps) {
  const [text, setText] = useState(edited.terms.join('\n'));
  const [items, setItems] = useState<PinnedItem[]>(edited.items);
  const [isChecked, setIsChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  /** The list that the person has seen; a refusal shows a newer one. */
  const [version, setVersion] = useState(list.version);
  const { change, currentVersion } = useChangeAnswers();
  const terms = termsIn(text);
  const itemIds = items.map(({ itemId }) => itemId);
  const save = async () => {
    setIsChecked(true);
    if (terms.length === 0 || items.length === 0) return;
    setPending(true);
    setError(undefined);
    try {
      await change({ version, change: { do: 'Save', id: edited.id, terms, itemIds } });
      showToast(t('searchDesk.saidSaved', { name: terms[0]! }), { type: 'success' });
      onClose();
    } catch (failure) {
      setError(reasonOf(failure));
      setVersion(currentVersion() ?? version);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="large"
      title={t(edited.isNew ? 'searchDesk.addTitle' : 'searchDesk.changeTitle')}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t('searchDesk.save')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={page.section}>
        <TextArea
          label={t('searchDesk.terms')}
          help={t('searchDesk.termsHelp')}
          rows={3}
          value={text}
          error={isChecked && terms.length === 0 ? t('searchDesk.termsWrong') : undefined}
          onChange={setText}
        />
        <section className={page.section} aria-labelledby="pinned-items">
          <h3 id="pinned-items">{t('searchDesk.items')}</h3>
          <ChosenItems items={items} onChange={setItems} />
          {isChecked && items.length === 0 && (
            <p role="alert" className={page.problem}>
              {t('searchDesk.itemsWrong')}
            </p>
          )}
          {items.length < MAX_PINNED_ITEMS && (
            <ItemChoice
              label={t('searchDesk.findItem')}
              chosen={itemIds}
              onPick={(item) => setItems([...items, item])}
            />
          )}
        </section>
        {error !== undefined && (
          <p role="alert" className={page.problem}>
            {error}
          </p>
        )}
        {terms.length > 0 && <PinnedPreview terms={terms} itemIds={itemIds} />}
      </div>
    </Dialog>
  );
}

function ChosenItems({ items, onChange }: { items: PinnedItem[]; onChange: (items: PinnedItem[]) => void }) {
  if (items.length === 0) return null;
  return (
    <ol className={rows.rows} aria-labelledby="pinned-items">
      {items.map((item, index) => {
        const name = item.title || t(item.state === 'Deleted' ? 'searchDesk.deleted' : 'studio.untitled');
        return (
          <li key={item.itemId} className={rows.row}>
            <div className={rows.what}>
              <p className={rows.title}>{name}</p>
              {item.kind !== '' && <p className={rows.facts}>{linkKindLabel(item.kind)}</p>}
            </div>
            <div className={rows.tools}>
              {index > 0 && (
                <Button
                  size="small"
                  aria-label={t('searchDesk.moveUpOf', { name })}
                  onPress={() => onChange(items.with(index - 1, item).with(index, items[index - 1]!))}
                >
                  {t('searchDesk.moveUp')}
                </Button>
              )}
              <Button
                size="small"
                aria-label={t('searchDesk.removeOf', { name })}
                onPress={() => onChange(items.filter((other) => other !== item))}
              >
                {t('searchDesk.remove')}
              </Button>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
