import { useId, useState } from 'react';
import { ActionMenu } from '../action-menu/ActionMenu.tsx';
import { Button } from '../button/Button.tsx';
import { ChoiceMenu } from '../choice-menu/ChoiceMenu.tsx';
import { DatePicker } from '../date-picker/DatePicker.tsx';
import { type DateRange, DateRangePicker } from '../date-range-picker/DateRangePicker.tsx';
import { Select } from '../select/Select.tsx';

import dialog from './DialogOverlay.module.css';
import { ModalLayer } from './NativeModalLayer.tsx';

export default { title: 'NativeModalLayer' };

/** A dialog as it is on foreign pages, with everything in it that opens a floating part. */
export function FloatingParts() {
  const [isOpen, setOpen] = useState(true);
  const [office, setOffice] = useState('boston');
  const [topics, setTopics] = useState<readonly string[]>([]);
  const [day, setDay] = useState<string | null>('2026-11-27');
  const [days, setDays] = useState<DateRange | null>(null);
  const headingId = useId();
  return (
    <>
      <Button onPress={() => setOpen(true)}>Plan a visit</Button>
      <ModalLayer
        isOpen={isOpen}
        onOpenChange={setOpen}
        name={{ headingId }}
        styles={{ layer: dialog.layer, panel: `${dialog.modal} ${dialog.medium}`, content: dialog.dialog }}
      >
        <h2 id={headingId}>Plan a visit</h2>
        <Select
          label="Office"
          value={office}
          options={[
            { value: 'boston', label: 'Boston' },
            { value: 'denver', label: 'Denver' },
          ]}
          onChange={setOffice}
        />
        <ActionMenu label="More actions" actions={[{ label: 'Use my office', onAction: () => setOffice('denver') }]} />
        <ChoiceMenu label="Topics" values={topics} options={[{ value: 'tax', label: 'Taxes' }]} onChange={setTopics} />
        <DatePicker label="Day" value={day} onChange={setDay} />
        <DateRangePicker label="Other days" value={days} onChange={setDays} />
      </ModalLayer>
    </>
  );
}
