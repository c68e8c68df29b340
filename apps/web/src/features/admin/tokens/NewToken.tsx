import { createApiToken, MAX_TOKEN_DAYS, MAX_TOKEN_NAME, TokenScope } from '@portico/contracts/admin/tokens';
import { hasVisibleText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { CheckboxGroup } from '@portico/ui/ChoiceList';
import { Select } from '@portico/ui/Select';
import { TextInput } from '@portico/ui/TextInput';
import { useState, type SyntheticEvent } from 'react';
import { call } from '../../../api/call.ts';
import { t } from '../../../locale/text.ts';
import { scopeLabel } from '../adminLabels.ts';
import { SecretOnce } from './SecretOnce.tsx';
import { useAdminAction } from '../useAdminAction.ts';
import rows from '../../../kit/list/Rows.module.css';
import styles from '../Admin.module.css';

const scopes = TokenScope.options;
const lifetimes = [30, 90, 180, MAX_TOKEN_DAYS] as const;

/** Creates a token and shows its secret once. */
export function NewToken() {
  const act = useAdminAction();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [days, setDays] = useState('90');
  const [pending, setPending] = useState(false);
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const isTooLong = name.trim().length > MAX_TOKEN_NAME;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setPending(true);
    const isMade = await act(
      async () => {
        const body = { name: name.trim(), scopes: chosen as TokenScope[], expiresInDays: Number(days) };
        const { secret } = await call(createApiToken, { body });
        setMade({ name: body.name, secret });
      },
      t('admin.tokenCreated', { name: name.trim() }),
    );
    setPending(false);
    if (isMade) setName('');
  };
  return (
    <section aria-labelledby="new-token" className={styles.section}>
      <h2 id="new-token" className={styles.subtitle}>
        {t('admin.newToken')}
      </h2>
      {made && (
        <SecretOnce
          key={made.secret}
          title={t('admin.tokenSecretOf', { name: made.name })}
          label={t('admin.tokenSecret')}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      )}
      <form className={styles.form} aria-labelledby="new-token" onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('admin.tokenName')}
          help={t('admin.tokenNameHelp')}
          value={name}
          error={isTooLong ? t('admin.tokenNameTooLong') : undefined}
          onChange={setName}
        />
        <CheckboxGroup
          label={t('admin.tokenScopes')}
          options={scopes.map((value) => ({ value, label: scopeLabel(value) }))}
          values={chosen}
          onChange={setChosen}
        />
        <Select
          label={t('admin.tokenLifetime')}
          value={days}
          options={lifetimes.map((count) => ({ value: String(count), label: t('admin.tokenDays', { count }) }))}
          onChange={setDays}
        />
        <div className={rows.tools}>
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            isDisabled={!hasVisibleText(name) || isTooLong || chosen.length === 0}
          >
            {t('admin.createToken')}
          </Button>
        </div>
      </form>
    </section>
  );
}
