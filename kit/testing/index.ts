export { newAccount, type TestAccount } from './account.ts'
export { callServer, type Reply, type TestCaller, type TestClient, type TestServer } from './callServer.ts'
export { TEST_TIME } from './database.ts'
export { type TestHouse, testHouse } from './house.ts'
