import { IconButton } from '@portico/ui/IconButton';
import { Select, type SelectOption } from '@portico/ui/Select';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { t } from '../../../locale/text.ts';
import styles from './ZoomControls.module.css';

/** A zoom level: a rule or a factor of the original size. */
export type Zoom<Rule extends string> = Rule | number;

const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

const label = (factor: number) => `${Math.round(factor * 100)}%`;

export interface ZoomControlsProps<Rule extends string> {
  zoom: Zoom<Rule>;
  /** The factor the current rule results in. */
  factor: number;
  rules: readonly SelectOption<Rule>[];
  onChange: (zoom: Zoom<Rule>) => void;
}

/** Buttons to zoom in and out, and a list of sizes. */
export function ZoomControls<Rule extends string>({ zoom, factor, rules, onChange }: ZoomControlsProps<Rule>) {
  const smaller = STEPS.findLast((step) => step < factor - 0.01);
  const larger = STEPS.find((step) => step > factor + 0.01);
  const isRule = (value: string): value is Rule => rules.some((rule) => rule.value === value);
  const steps = STEPS.map((step) => ({ value: String(step), label: label(step) }));
  const isBetween = typeof zoom === 'number' && !STEPS.some((step) => step === zoom);
  return (
    <div role="group" aria-label={t('documents.size')} className={styles.zoom}>
      <IconButton
        size="small"
        label={t('documents.smaller')}
        icon={<ZoomOut aria-hidden="true" />}
        hasTooltip={false}
        isDisabled={smaller === undefined}
        onPress={() => onChange(smaller ?? factor)}
      />
      <div className={styles.choice}>
        <Select<string>
          label={t('documents.size')}
          labelPosition="hidden"
          value={String(zoom)}
          options={[...rules, ...steps, ...(isBetween ? [{ value: String(zoom), label: label(zoom) }] : [])]}
          onChange={(value) => onChange(isRule(value) ? value : Number(value))}
        />
      </div>
      <IconButton
        size="small"
        label={t('documents.larger')}
        icon={<ZoomIn aria-hidden="true" />}
        hasTooltip={false}
        isDisabled={larger === undefined}
        onPress={() => onChange(larger ?? factor)}
      />
    </div>
  );
}
