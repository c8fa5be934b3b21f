import type { Client, Language } from '../client.ts';

const python: Language = {
  name: 'Python',
  folder: 'examples/conformance/python',
  version: 'python3 --version',
  install: ['python3 -m venv .venv', '.venv/bin/pip install --quiet --requirement requirements.txt'],
};

export const pythonClients: readonly Client[] = [
  {
    id: 'urllib',
    language: python,
    name: 'urllib.request',
    setting: '`urlopen(request, timeout=…)`',
    adapter: '../adapter.py',
    command: 'python3 ../adapter.py',
  },
];
