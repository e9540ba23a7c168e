export * from '../../../providers/testing/fcm-server.ts'
