#!/usr/bin/env bash
# A required DatePicker of React Aria with only its month and day typed is reported as missing, as one would expect. The
# same field without isRequired reports nothing: no onChange, no validity error, and the form is submitted with an empty
# date, as if nobody had typed anything. An <input type=date> has validity.badInput for this.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts react-aria-components@1.22.1 react@19.3.1 react-dom@19.3.1 \
  @testing-library/react@16.3.2 @testing-library/dom@10.4.1 @testing-library/user-event@14.6.1 jsdom@29.0.1 global-jsdom@29.0.0

cat >try.mjs <<'JS'
import 'global-jsdom/register';
import { createElement as h } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DateInput, DatePicker, DateSegment, Form, Group, Label } from 'react-aria-components';

for (const isRequired of [true, false]) {
  const changes = [];
  const submitted = [];
  const { container, unmount } = render(
    h(
      Form,
      {
        onSubmit: (event) => {
          event.preventDefault();
          submitted.push(event.target.elements.namedItem('due').value);
        },
      },
      h(
        DatePicker,
        { name: 'due', isRequired, onChange: (value) => changes.push(String(value)) },
        h(Label, null, 'Due'),
        h(Group, null, h(DateInput, null, (segment) => h(DateSegment, { segment }))),
      ),
      h('button', { type: 'submit' }, 'Save'),
    ),
  );
  const [month, day] = screen.getAllByRole('spinbutton');
  await userEvent.click(month);
  await userEvent.keyboard('3');
  await userEvent.click(day);
  await userEvent.keyboard('15');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const form = container.querySelector('form');
  const [m, d, y] = screen.getAllByRole('spinbutton').map((segment) => segment.textContent);
  console.log(
    isRequired ? 'required' : 'optional',
    JSON.stringify({ typed: `${m}/${d}/${y}`, changes, valid: form.checkValidity(), submitted }),
  );
  unmount();
}
JS

cat >expected <<'TEXT'
required {"typed":"3/15/yyyy","changes":[],"valid":false,"submitted":[]}
optional {"typed":"3/15/yyyy","changes":[],"valid":true,"submitted":[""]}
TEXT

echo "Node $(node --version), react-aria-components@1.22.1"
node try.mjs 2>/dev/null | tee seen
diff expected seen
