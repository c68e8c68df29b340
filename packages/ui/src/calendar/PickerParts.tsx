import CalendarDays from 'lucide-react/icons/calendar-days';
import X from 'lucide-react/icons/x';
import { Button as AriaButton, Group, Label, Popover } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { use, type ReactNode } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import styles from '../date-range-picker/DateRangePicker.module.css';
import { FloatingContainer } from '../dialog/FloatingContainer.ts';
import { classes } from '../styles/classes.ts';
import button from './calendarButton.module.css';

interface PickerPartsProps {
  label: string;
  /** The dates to type. */
  children: ReactNode;
  /** Absent while there is nothing to clear. */
  onClear: (() => void) | undefined;
  problem: string | undefined;
  /** Id for the problem, which the picker refers to. */
  problemId: string;
  calendar: ReactNode;
}

/** What the pickers of a date and of a range have in common, to be put into one of them. */
export function PickerParts({ label, children, onClear, problem, problemId, calendar }: PickerPartsProps) {
  const container = use(FloatingContainer);
  return (
    <>
      <Label className={styles.label ?? ''}>{label}</Label>
      <Group className={styles.group ?? ''}>
        {children}
        {onClear && (
          <span className={styles.clear}>
            <IconButton
              size="small"
              label={`Clear ${label.toLowerCase()}`}
              icon={<X aria-hidden="true" />}
              hasTooltip={false}
              onPress={onClear}
            />
          </span>
        )}
        <AriaButton className={classes(button.button, styles.open)}>
          <CalendarDays aria-hidden="true" />
        </AriaButton>
      </Group>
      {problem !== undefined && (
        <p id={problemId} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Popover className={styles.popover ?? ''} {...(container && { UNSTABLE_portalContainer: container })}>
        <Dialog className={styles.dialog ?? ''}>{calendar}</Dialog>
      </Popover>
    </>
  );
}
