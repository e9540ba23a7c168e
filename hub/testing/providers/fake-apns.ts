export * from '../../../providers/testing/apns-server.ts'
