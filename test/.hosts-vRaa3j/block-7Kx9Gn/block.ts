import express from 'connect';
import { createRequestListener } from 'petstore-kit/node';

export const app = express();
app.use('/api/petstore', createRequestListener({ apiKeys: ['my-key'] }));
