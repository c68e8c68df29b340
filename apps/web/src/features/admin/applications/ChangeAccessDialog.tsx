import { changeApplication, EVERYONE } from '@portico/contracts/admin/applications';
import type { ApplicationName } from '@portico/contracts/applications';
import type { AccessLevel } from '@portico/contracts/users';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import rows from '../../../kit/list/Rows.module.css';
import { t } from '../../../locale/text.ts';
import styles from '../Admin.module.css';
import { useAdminAction } from '../useAdminAction.ts';
import { groupLabel, levelLabel } from './applicationLabels.ts';
import { groupReachQuery, peopleGroupsQuery } from './applications.queries.ts';

/** Whose access is changed; `level` is what they have by themselves. */
export type AccessSubject =
  | { kind: 'Person'; userId: string; name: string; level: AccessLevel | null }
  | { kind: 'Group'; fact: string; level: AccessLevel }
  | { kind: 'NewGroup'; taken: string[] };

interface ChangeAccessDialogProps {
  application: ApplicationName;
  subject: AccessSubject;
  onClose: () => void;
}

const levels = ['Access', 'ActionRequired', 'None'] as const satisfies AccessLevel[];

/** Gives or takes access, after saying for how many people that changes something. */
export function ChangeAccessDialog({ application, subject, onClose }: ChangeAccessDialogProps) {
  const act = useAdminAction();
  const from = subject.kind === 'NewGroup' ? null : subject.level;
  const [level, setLevel] = useState<string>(from ?? (subject.kind === 'NewGroup' ? 'Access' : ''));
  const [fact, setFact] = useState(subject.kind === 'Group' ? subject.fact : undefined);
  const [pending, setPending] = useState(false);
  const to = levels.find((each) => each === level) ?? null;
  const name = subject.kind === 'Person' ? subject.name : fact === undefined ? '' : groupLabel(fact);
  const isReady = to !== from && (subject.kind === 'Person' || fact !== undefined);
  const save = async () => {
    if (!isReady) return;
    setPending(true);
    const body =
      subject.kind === 'Person'
        ? { kind: 'Person' as const, userId: subject.userId, from, to }
        : { kind: 'Group' as const, fact: fact!, from, to };
    const done = t('applications.accessSaved', { name, application });
    // What is chosen stays after a refusal.
    if (await act(() => call(changeApplication, { params: { application }, body }), done)) onClose();
    setPending(false);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="small"
      title={
        subject.kind === 'NewGroup'
          ? t('applications.addGroupTitle', { application })
          : t('applications.changeTitle', { name, application })
      }
      actions={
        <>
          <Button variant="primary" pending={pending} isDisabled={!isReady} onPress={() => void save()}>
            {t('applications.save')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.section}>
        {subject.kind === 'NewGroup' && <GroupSelect taken={subject.taken} fact={fact} onChange={setFact} />}
        <RadioList
          label={t('applications.level')}
          value={level}
          onChange={setLevel}
          options={[
            ...levels.map((each) => ({ value: each, label: levelLabel(each) })),
            ...(subject.kind === 'NewGroup'
              ? []
              : [
                  {
                    value: '',
                    label: t(subject.kind === 'Person' ? 'applications.asGroups' : 'applications.removeGroup'),
                  },
                ]),
          ]}
        />
        {subject.kind === 'Person' ? (
          <p className={rows.facts}>{t('applications.onlyOne', { name })}</p>
        ) : (
          fact !== undefined && <Reach application={application} fact={fact} to={to} />
        )}
      </div>
    </Dialog>
  );
}

interface GroupSelectProps {
  taken: string[];
  fact: string | undefined;
  onChange: (fact: string | undefined) => void;
}

/** Stands for no choice, because the empty fact is everyone. */
const NOTHING = '-';

function GroupSelect({ taken, fact, onChange }: GroupSelectProps) {
  const { data } = useQuery(peopleGroupsQuery());
  const free = [EVERYONE, ...(data?.items ?? []).map((item) => item.fact)].filter((each) => !taken.includes(each));
  return (
    <Select
      label={t('applications.whichGroup')}
      value={fact ?? NOTHING}
      isDisabled={!data}
      onChange={(value) => onChange(value === NOTHING ? undefined : value)}
      options={[
        { value: NOTHING, label: t('applications.chooseGroup') },
        ...free.map((each) => ({ value: each, label: groupLabel(each) })),
      ]}
    />
  );
}

function Reach({ application, fact, to }: { application: ApplicationName; fact: string; to: AccessLevel | null }) {
  const { data, isError } = useQuery(groupReachQuery(application, { fact, ...(to === null ? {} : { to }) }));
  return (
    <p role="status" className={rows.facts}>
      {isError && t('applications.notCounted')}
      {!isError && !data && t('applications.counting')}
      {data &&
        `${t('applications.inGroup', { count: data.people })} ${t('applications.concerned', { count: data.changed })}`}
    </p>
  );
}
